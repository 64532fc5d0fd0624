/// Resolves names in source code to the types that they refer to, following the compiler's lookup
/// rules.
struct Resolver: Sendable {
  let index: DeclarationIndex
  let mainActorModules: Set<String>
  /// For each declaration in `index.entries`, the superclass and the protocols in its inheritance
  /// clause. A protocol composition is split into its members.
  private var inherited: [[TypeName]] = []
  /// For each type, the protocols that an extension conforms it to.
  private var adopted: [TypeName.Nominal: [TypeName]] = [:]
  private var instantiables: [TypeName.Nominal: InstantiableType] = [:]
  private var existentials: Set<String> = []
  /// The module names that scanned code uses to qualify types that were not scanned, keyed by the
  /// type's name. For example, `UIKit.UIView` adds `UIKit` for the key `UIView`.
  private var qualifications: [String: Set<String>] = [:]

  private static let mostAliases = 32

  init(_ project: Project) {
    index = DeclarationIndex(project)
    mainActorModules = project.mainActorModules
    readNames(of: project)
    inherited = index.entries.map { _ in [] }
    for (entryIndex, entry) in index.entries.enumerated() {
      let names = entry.declaration.genericParameters
      let parameters = Self.parameters(names, names.map { TypeName(.parameter($0)) })
      let scope = entry.scope.outer.adding(parameters)
      inherited[entryIndex] = entry.declaration.inheritedTypes.flatMap {
        resolve($0, in: scope).members
      }
    }
    for file in project.files {
      let scope = NameScope(module: file.module, file: file.path)
      let extensions =
        file.extensions + file.types.map(\.declaration).filter { $0.kind == .extension }
      for declaration in extensions {
        guard let nominal = resolve(TypeReference(declaration.name), in: scope).nominal else {
          continue
        }
        var inner = scope
        inner.levels = [nominal.name]
        adopted[nominal, default: []] += declaration.inheritedTypes.flatMap {
          resolve($0, in: inner).members
        }
      }
      for type in file.types where type.kind != .extension {
        let nominal = nominal(of: type.declaration, in: file.path)
        if let nominal { instantiables[nominal] = type }
      }
    }
  }

  private mutating func readNames(of project: Project) {
    let foreign = index.imported.subtracting(index.modules)
    for file in project.files {
      for reference in file.references {
        reference.forEachName { name, isExistential in
          if isExistential { existentials.insert(name.lastComponent) }
          let first = name.firstComponent
          guard foreign.contains(first) else { return }
          let rest = String(name.dropFirst(first.count + 1)).firstComponent
          qualifications[rest, default: []].insert(first)
        }
      }
    }
  }

  // MARK: - Declarations

  func nominal(of type: TypeDeclaration, in file: String) -> TypeName.Nominal? {
    let scope = NameScope(module: type.module, file: file)
    let entryIndices = index.declarations(of: type.name, seenFrom: file)
    return entryIndices.first { index.entries[$0].declaration.location == type.location }
      .map { index.entries[$0].nominal }
      ?? resolve(TypeReference(type.name), in: scope).nominal
  }

  func entry(of nominal: TypeName.Nominal) -> DeclarationIndex.Entry? {
    index.entry(of: nominal).map { index.entries[$0] }
  }

  func inherited(by nominal: TypeName.Nominal) -> [TypeName] {
    index.entry(of: nominal).map { inherited[$0] } ?? []
  }

  /// Returns the given type, its superclasses, and the protocols that these types conform to.
  /// Except for the given type, only types that are declared in the scanned files are included.
  func supertypes(of nominal: TypeName.Nominal) -> Set<TypeName.Nominal> {
    let types = reachable(from: [nominal]) { next in
      (inherited(by: next) + (adopted[next] ?? [])).compactMap(\.nominal)
        .filter { index.entry(of: $0) != nil }
    }
    return Set(types)
  }

  func genericParameters(of nominal: TypeName.Nominal) -> [String] {
    entry(of: nominal)?.declaration.genericParameters
      ?? (nominal.module == "Swift" ? ForeignNames.genericParameters[nominal.name] : nil) ?? []
  }

  // MARK: - Types

  func resolve(_ reference: TypeReference, in scope: NameScope) -> TypeName {
    candidates(for: reference, in: scope)[0]
  }

  /// Returns the types that a type reference in source code could refer to. There are several if
  /// more than one visible module declares a type with the given name. The result is never empty.
  func candidates(for reference: TypeReference, in scope: NameScope) -> [TypeName] {
    let arguments = reference.arguments.map { resolve($0, in: scope) }
    switch reference.kind {
    case .tuple: return [TypeName(.tuple(labels: reference.labels), arguments: arguments)]
    case .composition:
      let sorted = Set(arguments.flatMap(\.members)).sorted()
      return [sorted.count == 1 ? sorted[0] : TypeName(.composition, arguments: sorted)]
    case .other:
      if let name = reference.memberName { return [member([name], of: arguments[0], in: scope)] }
      // If `P` is a protocol, the type `P.Type` is shorthand for `any P.Type`.
      let isOfProtocol =
        reference.name == "\(Placeholder.constraint).Type" && arguments[0].isProtocol
      return [TypeName(.text((isOfProtocol ? "any " : "") + reference.name), arguments: arguments)]
    case .nominal:
      let path = reference.name.split(separator: ".").map(String.init)
      guard let first = path.first else { return [TypeName(.text(reference.name))] }
      if first == "Self", let own = scope.levels.last {
        let isOfProtocol = topLevel(own, in: scope).contains {
          index.entries[$0].declaration.kind == .protocol
        }
        if isOfProtocol { return [TypeName(.text(reference.name))] }
        let name = ([own] + path.dropFirst()).joined(separator: ".")
        return candidates(for: TypeReference(name, arguments: reference.arguments), in: scope)
      }
      if let parameter = scope.parameters[first] {
        return [member(path.dropFirst(), of: parameter, arguments, in: scope)]
      }
      let found = find(path, in: scope)
      if found.isEmpty {
        return [TypeName(.nominal(foreign(path, in: scope)), arguments: arguments)]
      }
      return found.map { make($0.entry, $0.rest, arguments, in: scope.adding($0.parameters)) }
    }
  }

  /// Returns the declarations of the type aliases that occur in a type reference, and of those that
  /// occur in the aliases' definitions.
  func aliases(in reference: TypeReference, in scope: NameScope) -> [TypeDeclaration] {
    var entryIndices: Set<Int> = []
    addAliases(in: reference, in: scope, to: &entryIndices)
    return entryIndices.sorted().map { index.entries[$0].declaration }
  }

  private func addAliases(
    in reference: TypeReference,
    in scope: NameScope,
    to entryIndices: inout Set<Int>
  ) {
    reference.forEachName { name, _ in
      var path = name.split(separator: ".").map(String.init)
      if path.first == "Self", let own = scope.levels.last { path[0] = own }
      guard !path.isEmpty else { return }
      for (start, rest, _) in find(path, in: scope) {
        var (next, rest) = (Optional(start), rest)
        while let entryIndex = next {
          let entry = index.entries[entryIndex]
          if let aliased = entry.declaration.aliased, entryIndices.insert(entryIndex).inserted {
            addAliases(in: aliased, in: entry.scope.outer, to: &entryIndices)
          }
          next = rest.popFirst().flatMap { nested($0, in: entryIndex, scope)?.entry }
        }
      }
    }
  }

  /// Returns the type that the type alias `type.ForwardedProperties` refers to, or `nil` if `type`
  /// is not `@Instantiable`. The macro adds this alias to every `@Instantiable` type.
  private func forwardedProperties(of type: TypeName, in scope: NameScope) -> TypeName? {
    guard scope.aliases < Self.mostAliases, let nominal = type.nominal,
      let instantiable = instantiables[nominal], var inner = entry(of: nominal)?.scope
    else { return nil }
    inner.parameters = Self.parameters(instantiable.genericParameters, type.arguments)
    inner.aliases = scope.aliases + 1
    let forwarded = instantiable.properties.filter { $0.source == .forwarded }
    return .handed(forwarded.map { ($0.label, resolve($0.type, in: inner)) })
  }

  static func parameters(_ names: [String], _ arguments: [TypeName]) -> [String: TypeName] {
    Dictionary(zip(names, arguments), uniquingKeysWith: { first, _ in first })
  }

  // MARK: - Names

  private typealias Placeholder = TypeReference.Placeholder
  private typealias Found = (entry: Int, rest: ArraySlice<String>, parameters: [String: TypeName])

  /// Returns the declarations that the first components of a dotted path, such as `Outer` in
  /// `Outer.Inner`, could refer to. Each declaration is returned with the remaining components and
  /// the generic arguments of its enclosing types.
  private func find(_ path: [String], in scope: NameScope) -> [Found] {
    let rest = path.dropFirst()
    if index.nestedNames.contains(path[0]) {
      for level in scope.levels.reversed() {
        if let owner = topLevel(level, in: scope).first {
          let found = nested(path[0], in: owner, scope)
          if let found { return [(found.entry, rest, found.parameters)] }
        } else {
          let found = index.declarations(of: "\(level).\(path[0])", seenFrom: scope.file)
          if let first = found.first { return [(first, rest, [:])] }
        }
      }
    }
    let entryIndices = topLevel(path[0], in: scope, beyondImports: false)
    let isModule = index.modules.contains(path[0]) || index.imported.contains(path[0])
    if let entryIndex = entryIndices.first,
      rest.isEmpty || !isModule || nested(rest.first!, in: entryIndex, scope) != nil
    {
      return entryIndices.map { ($0, rest, [:]) }
    }
    if isModule, let second = rest.first {
      let found = index.declarations(of: second, seenFrom: scope.file)
      let inModule = found.first { index.entries[$0].nominal.module == path[0] }
      return inModule.map { [($0, rest.dropFirst(), [:])] } ?? []
    }
    // An extension can add nested types to a type that was not scanned. For example, a scanned file
    // may declare `UIView.Style` in an extension of `UIView`. Therefore, look up the first
    // component of the path, then the first two components, and so on.
    for count in 1...path.count {
      let found = topLevel(path.prefix(count).joined(separator: "."), in: scope)
      if !found.isEmpty { return found.map { ($0, path.dropFirst(count), [:]) } }
    }
    return []
  }

  /// Returns the declarations with the qualified name `path`. Declarations in the scope's own
  /// module take precedence over those in imported modules. If neither declares the name and
  /// `beyondImports` is `true`, returns the declarations in all other modules.
  private func topLevel(_ path: String, in scope: NameScope, beyondImports: Bool = true) -> [Int] {
    let all = index.declarations(of: path, seenFrom: scope.file)
    let entries = index.entries
    let own = all.filter { entries[$0].nominal.module == scope.module }
    if let first = own.first { return [own.first { entries[$0].nominal.file != nil } ?? first] }
    let imports = index.imports(of: scope.file)
    let imported = all.filter { imports.contains(entries[$0].scope.module) }
    let visible = imported.filter { entries[$0].declaration.access >= .package }
    if !visible.isEmpty { return visible }
    return imported.isEmpty && beyondImports ? all : imported
  }

  /// Finds the type `name` that is nested in the declaration `owner` or in a type that `owner`
  /// inherits from. Returns its declaration and the generic arguments of the enclosing type, or
  /// `nil` if there is no such type.
  private func nested(
    _ name: String,
    in owner: Int,
    _ scope: NameScope,
    depth: Int = 0
  ) -> (entry: Int, parameters: [String: TypeName])? {
    let (path, module) = (index.entries[owner].nominal.name, index.entries[owner].nominal.module)
    let own = index.declarations(of: "\(path).\(name)", seenFrom: scope.file)
    let found = own.first { index.entries[$0].nominal.module == module } ?? own.first
    if let found { return (found, scope.parameters) }
    guard depth < 16 else { return nil }
    for type in inherited[owner] {
      guard let parent = type.nominal.flatMap(index.entry) else { continue }
      let given = type.arguments.map { $0.substituting(scope.parameters) }
      let inner = self.scope(scope, generic: parent, given)
      if let found = nested(name, in: parent, inner, depth: depth + 1) { return found }
    }
    return nil
  }

  /// Returns a copy of `scope` that binds the generic parameters of the declaration at the index
  /// `entry` to `arguments`.
  private func scope(_ scope: NameScope, generic entry: Int, _ arguments: [TypeName]) -> NameScope {
    var inner = scope
    let names = index.entries[entry].declaration.genericParameters
    inner.parameters = Self.parameters(names, arguments)
    return inner
  }

  /// Returns the type that a dotted path refers to. The path starts with the declaration at the
  /// index `entryIndex` and continues with the components in `rest`.
  private func make(
    _ entryIndex: Int,
    _ rest: ArraySlice<String>,
    _ arguments: [TypeName],
    in scope: NameScope
  ) -> TypeName {
    let entry = index.entries[entryIndex]
    var given = rest.isEmpty ? arguments : []
    if let aliased = entry.declaration.aliased {
      var inner = entry.scope.outer
      inner.parameters =
        scope.adding(Self.parameters(entry.declaration.genericParameters, given)).parameters
      inner.aliases = scope.aliases + 1
      guard inner.aliases < Self.mostAliases else { return TypeName(.nominal(entry.nominal)) }
      return member(rest, of: resolve(aliased, in: inner), arguments, in: scope)
    }
    if let name = rest.first, let found = nested(name, in: entryIndex, scope) {
      let inner = scope.adding(found.parameters)
      return make(found.entry, rest.dropFirst(), arguments, in: inner)
    }
    if given.isEmpty, scope.levels.contains(entry.nominal.name) {
      // Inside `Box<T>`, the plain name `Box` refers to `Box<T>`.
      given = entry.declaration.genericParameters.compactMap { scope.parameters[$0] }
    }
    let type =
      specialised(entry, given, in: scope) ?? TypeName(.nominal(entry.nominal), arguments: given)
    return member(rest, of: type, arguments, in: scope)
  }

  /// Returns the type for a declaration that is nested in a generic type, including the arguments
  /// of the generic type, as in `Box<Int>.Inner`. Returns `nil` if the declaration is not nested in
  /// a generic type or the arguments are unknown.
  private func specialised(
    _ entry: DeclarationIndex.Entry,
    _ arguments: [TypeName],
    in scope: NameScope
  ) -> TypeName? {
    let name = entry.nominal.name.lastComponent
    let path = entry.nominal.name.dropLast(name.count + 1)
    guard arguments.isEmpty,
      let owner = index.declarations(of: String(path), seenFrom: scope.file).first
    else { return nil }
    let names = index.entries[owner].declaration.genericParameters
    let given = names.compactMap { scope.parameters[$0] }
    guard !names.isEmpty, given.count == names.count else { return nil }
    let type = TypeName(.nominal(index.entries[owner].nominal), arguments: given)
    return TypeName(.text("\(Placeholder.constraint).\(name)"), arguments: [type])
  }

  /// Looks up a dotted path inside `type` and returns the type that the path refers to. If no
  /// scanned file declares the nested type, for example because a macro generates it, the result
  /// contains the path as source text.
  private func member(
    _ path: ArraySlice<String>,
    of type: TypeName,
    _ arguments: [TypeName] = [],
    in scope: NameScope
  ) -> TypeName {
    guard let name = path.first else { return type }
    if let owner = type.nominal.flatMap(index.entry),
      let found = nested(name, in: owner, self.scope(scope, generic: owner, type.arguments))
    {
      let inner = scope.adding(found.parameters)
      return make(found.entry, path.dropFirst(), arguments, in: inner)
    }
    let isForwarded = path.count == 1 && name == "ForwardedProperties"
    if isForwarded, let forwarded = forwardedProperties(of: type, in: scope) { return forwarded }
    return TypeName(
      .text("\(Placeholder.constraint).\(path.joined(separator: "."))"),
      arguments: [type]
    )
  }

  private func foreign(_ path: [String], in scope: NameScope) -> TypeName.Nominal {
    var path = path
    var module: String?
    if path.count > 1, index.imported.contains(path[0]) || index.modules.contains(path[0]) {
      module = path.removeFirst()
    } else if ForeignNames.standardTypes.contains(path[0])
      || ForeignNames.standardProtocols.contains(path[0])
    {
      module = "Swift"
    } else if Graph.Instantiator(rawValue: path[0]) != nil {
      // The module that declares the instantiators is usually not scanned.
      module = "DependenceGraph"
    } else if let modules = qualifications[path[0]] {
      let imported = modules.intersection(index.imports(of: scope.file))
      if imported.count == 1 { module = imported.first }
    }
    let name = path.joined(separator: ".")
    let isAmongForeign = qualifications[path[0], default: []].count > 1
    return TypeName.Nominal(
      module: module,
      name: name,
      isProtocol: existentials.contains(name.lastComponent)
        || (module == "Swift" && ForeignNames.standardProtocols.contains(name)),
      needsModule: module != nil && (index.isShared(path[0]) || isAmongForeign),
      isAmongModules: index.declares(name) || isAmongForeign
    )
  }
}
