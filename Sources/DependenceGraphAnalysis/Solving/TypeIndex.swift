/// Finds what makes a type, from wherever it is named.
struct TypeIndex: Sendable {
  /// Where a name stands: it is looked up from the inside out.
  struct Scope: Hashable, Sendable {
    /// The name of the type that the name stands in.
    var enclosing: String
    var module: String
  }

  struct Match: Hashable, Sendable {
    /// Indices of declarations, in the order of the project. More than one, if it is not clear which.
    var types: [Int]
    /// What the generic parameters stand for.
    var arguments: [TypeReference] = []
  }

  let types: [InstantiableType]
  private let modules: Set<String>
  private var imports: [String: Set<String>] = [:]
  private var fulfilling: [TypeReference: [Int]] = [:]
  private var generic: [String: [Int]] = [:]
  /// Declared names, for spelling types in one way.
  private var names: Set<String> = []

  init(_ project: Project) {
    types = project.types
    modules = Set(project.modules)
    for file in project.files {
      imports[file.module, default: []].formUnion(file.imports.map(\.module))
    }
    for (index, type) in types.enumerated() {
      names.insert(type.name)
      if type.genericParameters.isEmpty {
        fulfilling[type.type, default: []].append(index)
      } else {
        generic[type.name, default: []].append(index)
      }
      for additional in Set(type.additionalTypes) where additional != type.type {
        fulfilling[additional, default: []].append(index)
      }
    }
  }

  /// Every type that something fulfils, in alphabetical order.
  var fulfilledTypes: [String] {
    (fulfilling.keys.map(\.description) + generic.keys).sorted()
  }

  /// What fulfils each type, sorted by the type's name.
  var fulfilments: [(type: String, declarations: [Int])] {
    let all =
      fulfilling.map { (type: $0.key.description, declarations: $0.value) }
      + generic.map { (type: $0.key, declarations: $0.value) }
    return all.sorted { $0.type < $1.type }
  }

  // MARK: - Looking up

  /// What makes `reference`; nil, if nothing does.
  func match(_ reference: TypeReference, from scope: Scope) -> Match? {
    guard reference.kind == .nominal else {
      return fulfilling[reference].map { Match(types: preferred($0, from: scope)) }
    }
    for name in candidates(for: reference.name, from: scope) {
      let named = TypeReference(name, arguments: reference.arguments)
      let found = fulfilling[named] ?? []
      let specialised = (generic[name] ?? []).filter {
        types[$0].genericParameters.count == reference.arguments.count
      }
      if !found.isEmpty { return Match(types: preferred(found, from: scope)) }
      if !specialised.isEmpty {
        return Match(
          types: preferred(specialised, from: scope),
          arguments: reference.arguments
        )
      }
    }
    return nil
  }

  /// The type in the spelling of its declaration, so that `Inner` and `Outer.Inner` are one.
  func canonical(_ reference: TypeReference, from scope: Scope) -> TypeReference {
    var result = reference
    result.arguments = reference.arguments.map { canonical($0, from: scope) }
    if reference.kind == .nominal,
      let name = candidates(for: reference.name, from: scope).first(where: names.contains)
    {
      result.name = name
    }
    return result
  }

  /// What a name may mean, the innermost first.
  private func candidates(for name: String, from scope: Scope) -> [String] {
    var candidates: [String] = []
    var enclosing = scope.enclosing[...]
    while !enclosing.isEmpty {
      candidates.append("\(enclosing).\(name)")
      enclosing = enclosing.lastIndex(of: ".").map { enclosing[..<$0] } ?? ""
    }
    candidates.append(name)
    if let dot = name.firstIndex(of: "."), modules.contains(String(name[..<dot])) {
      candidates.append(String(name[name.index(after: dot)...]))
    }
    return candidates
  }

  /// What is declared in the module itself goes before what it imports, and that before the rest.
  private func preferred(_ indices: [Int], from scope: Scope) -> [Int] {
    guard indices.count > 1 else { return indices }
    let own = indices.filter { types[$0].module == scope.module }
    if !own.isEmpty { return own }
    let imported = indices.filter { imports[scope.module]?.contains(types[$0].module) == true }
    return imported.isEmpty ? indices : imported
  }
}
