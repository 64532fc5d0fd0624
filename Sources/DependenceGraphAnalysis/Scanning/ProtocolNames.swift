extension FileSummary {
  /// Last parts of names that may be those of protocols.
  var protocolNames: [String] {
    var references = protocols.flatMap(\.inheritedTypes)
    for type in types {
      references += type.additionalTypes
      for property in type.properties {
        references += [property.type, property.instantiatedType]
        if let alias = property.alias { references.append(alias.type) }
      }
    }
    return references.map { reference in
      let name = (reference.wrapped ?? reference).name
      return name.split(separator: ".").last.map(String.init) ?? name
    }
  }
}

extension Markers {
  /// The names that follow the word `protocol`, wherever it stands.
  static func protocols(in source: [UInt8]) -> [String] {
    places(of: "protocol ", in: source).map { place in
      let start = place + "protocol ".utf8.count
      let end = source[start...].firstIndex { !$0.isWord } ?? source.count
      return String(decoding: source[start..<end], as: UTF8.self)
    }.filter { !$0.isEmpty }
  }
}
