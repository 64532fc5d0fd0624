/// Finds what makes a type.
struct TypeIndex: Sendable {
  struct Match: Hashable, Sendable {
    /// Indices of declarations, in the order of the project. More than one, if it is not clear which.
    var types: [Int]
    var parameters: [String: TypeName] = [:]
  }

  struct Declaration: Sendable {
    let type: InstantiableType
    let made: TypeName
    let additional: [TypeName]
    let scope: NameScope
    let parameters: [String]
    /// Of an extension: whether it has requirements that cannot be checked.
    let hasOtherRequirements: Bool
  }

  let resolver: Resolver
  private(set) var declarations: [Declaration] = []
  private var closed: [TypeName: [Int]] = [:]
  private var open: [TypeName.Head: [(pattern: TypeName, declaration: Int)]] = [:]

  init(_ project: Project) {
    resolver = Resolver(project)
    for file in project.files {
      for type in file.types { add(type, of: file) }
    }
  }

  private mutating func add(_ type: InstantiableType, of file: FileSummary) {
    let declaration = Declaration(type, of: file, resolver)
    let place = declarations.count
    declarations.append(declaration)
    for fulfilled in Set([declaration.made] + declaration.additional) {
      if fulfilled.isOpen {
        open[fulfilled.head, default: []].append((fulfilled, place))
      } else {
        closed[fulfilled, default: []].append(place)
      }
    }
  }

  /// Every type that something fulfils, in alphabetical order.
  var fulfilledTypes: [String] {
    (closed.keys.map(\.description) + open.keys.map { TypeName($0).description }).sorted()
  }

  /// The declarations that fulfil each type, sorted by the type's name.
  var fulfilments: [(type: String, declarations: [Int])] {
    let all =
      closed.map { (type: $0.key.description, declarations: $0.value) }
      + open.values.flatMap { list in
        Dictionary(grouping: list, by: \.pattern).map {
          (type: $0.key.description, declarations: $0.value.map(\.declaration))
        }
      }
    return all.sorted { ($0.type, $0.declarations[0]) < ($1.type, $1.declarations[0]) }
  }

  func match(_ wanted: TypeName, from scope: NameScope) -> Match? {
    if let found = closed[wanted] { return Match(types: preferred(found, from: scope)) }
    let specialised = (open[wanted.head] ?? []).compactMap { pattern, declaration in
      pattern.matching(wanted).map { (declaration, $0) }
    }
    guard !specialised.isEmpty else { return nil }
    let types = preferred(specialised.map(\.0), from: scope)
    return Match(types: types, parameters: specialised.first { $0.0 == types[0] }!.1)
  }

  /// The declarations of the module itself, or else of modules that the file imports, or else all.
  private func preferred(_ indices: [Int], from scope: NameScope) -> [Int] {
    guard indices.count > 1 else { return indices }
    let own = indices.filter { declarations[$0].type.module == scope.module }
    if !own.isEmpty { return own }
    let imports = resolver.index.imports(of: scope.file)
    let imported = indices.filter { imports.contains(declarations[$0].type.module) }
    return imported.isEmpty ? indices : imported
  }
}

extension TypeIndex.Declaration {
  fileprivate init(_ type: InstantiableType, of file: FileSummary, _ resolver: Resolver) {
    self.type = type
    let fileScope = NameScope(module: file.module, file: file.path)
    if type.kind == .extension {
      let extended = resolver.resolve(TypeReference(type.name), in: fileScope)
      var names: [String] = []
      if let nominal = extended.nominal { names = resolver.genericParameters(of: nominal) }
      var scope = fileScope
      scope.levels = [extended.nominal?.name ?? type.name]
      for name in names { scope.parameters[name] = TypeName(.parameter(name)) }
      var isOther = type.hasOtherRequirements
      for same in type.sameTypes {
        let types = same.map { resolver.resolve($0, in: scope) }
        switch (types[0].head, types[1].head) {
        case (.parameter(let name), _): scope.substitute(types[1], for: name)
        case (_, .parameter(let name)): scope.substitute(types[0], for: name)
        default: isOther = true
        }
      }
      hasOtherRequirements = isOther
      var made = resolver.resolve(type.type, in: scope)
      if made.arguments.isEmpty, made.nominal == extended.nominal {
        made.arguments = names.compactMap { scope.parameters[$0] }
      }
      parameters = names.filter { made.mentions($0) }
      self.made = made
      self.scope = scope
    } else {
      let nominal = resolver.nominal(of: type.declaration, in: file.path)
      var scope = nominal.flatMap { resolver.entry(of: $0)?.scope } ?? fileScope
      for name in type.genericParameters { scope.parameters[name] = TypeName(.parameter(name)) }
      hasOtherRequirements = false
      parameters = type.genericParameters
      made = TypeName(
        .nominal(nominal ?? .init(module: file.module, name: type.name)),
        arguments: parameters.map { TypeName(.parameter($0)) }
      )
      self.scope = scope
    }
    let outside = type.kind == .extension ? scope : scope.outer
    additional = type.additionalTypes.map { resolver.resolve($0, in: outside) }
  }
}

extension NameScope {
  fileprivate mutating func substitute(_ type: TypeName, for name: String) {
    parameters = parameters.mapValues { $0.substituting([name: type]) }
  }
}

extension TypeName {
  func mentions(_ parameter: String) -> Bool {
    head == .parameter(parameter) || arguments.contains { $0.mentions(parameter) }
  }
}
