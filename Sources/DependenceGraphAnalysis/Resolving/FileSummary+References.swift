extension FileSummary {
  func forEachReference(_ body: (TypeReference) -> Void) {
    for type in types {
      body(type.type)
      type.inheritedTypes.forEach(body)
      type.isolation.map { body(TypeReference($0)) }
      type.additionalTypes.forEach(body)
      for property in type.properties {
        body(property.type)
        property.fulfilledByType.map(body)
        property.alias.map { body($0.type) }
      }
    }
    for declaration in protocols {
      declaration.inheritedTypes.forEach(body)
      for requirement in declaration.requirements { requirement.types.forEach(body) }
    }
    for declaration in declarations {
      declaration.inheritedTypes.forEach(body)
      declaration.aliased.map(body)
    }
  }

  /// The parts of names that the graph mentions.
  var mentionedNames: Set<String> {
    var names: Set<String> = []
    forEachReference { reference in
      reference.forEachName { name, _ in
        names.insert(name)
        if name.contains(".") { names.formUnion(name.split(separator: ".").map(String.init)) }
      }
    }
    return names
  }
}
