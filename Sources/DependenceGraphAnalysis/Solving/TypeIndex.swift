/// An index for finding the `@Instantiable` declarations that can create a given type.
struct TypeIndex: Sendable {
  struct Match: Sendable {
    /// The indices of all matching declarations. The match is ambiguous if there are several.
    var types: [Int]
    var parameters: [String: TypeName] = [:]
  }

  struct Declaration: Sendable {
    let type: InstantiableType
    let createdType: TypeName
    let additional: [TypeName]
    let scope: NameScope
    let parameters: [String]
    /// Whether the declaration is an extension whose `where` clause has requirements that the graph
    /// cannot check, such as `Element: Hashable`.
    let hasOtherRequirements: Bool
  }

  let resolver: Resolver
  private(set) var declarations: [Declaration] = []
  private var closed: [TypeName: [Int]] = [:]
  private var open: [TypeName.Head: [(pattern: TypeName, declaration: Int)]] = [:]

  init(_ project: Project) {
    resolver = Resolver(project)
    for file in project.files { for type in file.types { add(type, of: file) } }
  }

  private mutating func add(_ type: InstantiableType, of file: FileSummary) {
    let declaration = Declaration(type, of: file, resolver)
    let index = declarations.count
    declarations.append(declaration)
    for fulfilled in Set([declaration.createdType] + declaration.additional) {
      if fulfilled.isOpen {
        open[fulfilled.head, default: []].append((fulfilled, index))
      } else {
        closed[fulfilled, default: []].append(index)
      }
    }
  }

  /// The sorted names of all types that the graph can create an instance of, including the
  /// protocols and superclasses that `@Instantiable` types list in `fulfillingAdditionalTypes:`.
  var fulfilledTypes: [String] {
    (closed.keys.map(\.description) + open.keys.map { TypeName($0).description }).sorted()
  }

  /// For each type, the indices of the declarations that can create an instance of it. The types
  /// are sorted by name.
  var fulfilments: [(type: String, declarations: [Int])] {
    var all = closed.map { (type: $0.key.description, declarations: $0.value) }
    for list in open.values {
      let byType = Dictionary(grouping: list, by: \.pattern)
      all += byType.map { ($0.key.description, $0.value.map(\.declaration)) }
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

  /// Returns the declarations in `indices` that take precedence: those in the scope's own module
  /// or, if there are none, those in modules that the scope's file imports. If there are none there
  /// either, returns all of `indices`.
  private func preferred(_ indices: [Int], from scope: NameScope) -> [Int] {
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
    let isExtension = type.kind == .extension
    let file = NameScope(module: file.module, file: file.path)
    let nominal =
      isExtension
      ? resolver.resolve(TypeReference(type.name), in: file).nominal
      : resolver.nominal(of: type.declaration, in: file.file)
    let own = isExtension ? nominal.map(resolver.genericParameters) : type.genericParameters
    let names = own ?? []
    var scope = file
    if isExtension {
      scope.levels = [nominal?.name ?? type.name]
    } else if let entry = nominal.flatMap(resolver.entry) {
      scope = entry.scope
    }
    for name in names { scope.parameters[name] = TypeName(.parameter(name)) }
    var isOther = type.hasOtherRequirements
    for same in type.sameTypes {
      let types = same.map { resolver.resolve($0, in: scope) }
      if let index = types.firstIndex(where: { $0.parameter != nil }) {
        let known = [types[index].parameter!: types[1 - index]]
        scope.parameters = scope.parameters.mapValues { $0.substituting(known) }
      } else {
        isOther = true
      }
    }
    let given = names.compactMap { scope.parameters[$0] }
    var createdType = TypeName(.nominal(nominal ?? .init(module: file.module, name: type.name)))
    if isExtension { createdType = resolver.resolve(type.type, in: scope) }
    if !isExtension || createdType.nominal == nominal && createdType.arguments.isEmpty {
      createdType.arguments = given
    }
    self.createdType = createdType
    self.scope = scope
    hasOtherRequirements = isOther
    parameters = names.filter { createdType.mentions($0) }
    let outside = isExtension ? scope : scope.outer
    additional = type.additionalTypes.map { resolver.resolve($0, in: outside) }
  }
}
