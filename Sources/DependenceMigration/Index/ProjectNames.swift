import SwiftSyntax

/// The names declared in the project, and where they are visible.
///
/// A migrator may edit a name only if it refers to the library that is being replaced. The project
/// may declare the same name, so each use of a name is looked up from the innermost scope outward.
struct ProjectNames {
  /// A declaration in the project. Its module and file distinguish it from other declarations with
  /// the same name.
  struct Declaration: Hashable {
    var module: String
    /// The name of the declaration, including the names of its enclosing types.
    var name: String
    /// The file that contains a private declaration, or `nil` if the whole module can use it.
    var file: String?
  }

  private var topLevel: [String: Set<Declaration>] = [:]
  /// The qualified names of the private types in each file, keyed by the file's path.
  private var privateTypes: [String: Set<String>] = [:]
  /// The names of each type's members, including those in extensions, keyed by the type's name.
  private var members: [String: Set<String>] = [:]
  /// The names of each type's properties, including static ones.
  private var properties: [String: Set<String>] = [:]
  /// The names of each type's superclass and protocols, including protocols adopted in extensions,
  /// keyed by the type's name.
  private(set) var parents: [String: Set<String>] = [:]
  /// The types that type aliases stand for, as source code, and the types that declare the aliases.
  /// The keys are the names of the aliases, including the names of their enclosing types.
  private var aliasTargets: [String: (type: String, owner: String?)] = [:]
  /// The types that type aliases stand for, as source code, keyed by the names of the aliases
  /// without their enclosing types.
  private var aliasedTypes: [String: [String]] = [:]
  /// The names of all types, including the names of their enclosing types.
  private var typeNames: Set<String> = []
  /// The project's modules, and all modules that its files import.
  private var modules: Set<String> = []
  /// The names of the project's custom scopes for the library Factory, mapped to the names of the
  /// built-in scopes of the same kind. For example, `static let session = Cached()` maps `session`
  /// to `cached`. A scope determines how long instances are kept.
  private(set) var customScopes: [String: String] = [:]
  /// The statements that set the default scope of each Factory container, such as
  /// `manager.defaultScope = .singleton`, keyed by the container's name.
  private(set) var defaultScopes: [String: [SequenceExprSyntax]] = [:]

  init(_ sources: [MigrationSource]) {
    for source in sources {
      modules.formUnion(source.importedModules.union([source.module]))
      for item in source.tree.statements { add(Syntax(item.item), in: nil, of: source) }
    }
    for source in sources where !source.isTest && source.text.contains("defaultScope") {
      for node in source.tree.nodes(SequenceExprSyntax.self) {
        guard let container = node.containerOfDefaultScope else { continue }
        defaultScopes[original(container), default: []].append(node)
      }
    }
  }

  /// Returns the name of the type that `name` refers to if it is a type alias declared in the
  /// project. Otherwise, returns `name` unchanged.
  func original(_ name: String) -> String {
    var name = name
    for _ in 0..<8 {
      guard let type = aliasedTypes[name]?.last else { return name }
      name = String(type.prefix { $0 != "<" }).lastComponent
    }
    return name
  }

  /// Returns the name of the type that `type` refers to at the given node, in a form that is the
  /// same for all spellings of the type. The name contains the enclosing types, but neither `any`
  /// nor the module, and type aliases of the project are replaced. Generic types, arrays, and other
  /// types that are not plain names are returned as they are written.
  func canonical(_ type: String, at node: some SyntaxProtocol) -> String {
    var owner = node.owner?.fullName(in: "")
    var name = type
    for _ in 0..<8 {
      if name.hasPrefix("any ") { name.removeFirst(4) }
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || "_.".contains($0) }) else { break }
      var candidates: [String] = []
      var scope = owner
      while let outer = scope {
        candidates.append("\(outer).\(name)")
        scope = outer.lastIndex(of: ".").map { String(outer[..<$0]) }
      }
      candidates.append(name)
      let declared = candidates.first { typeNames.contains($0) || aliasTargets[$0] != nil }
      if let declared, let target = aliasTargets[declared] {
        (name, owner) = target
      } else if let declared {
        return declared
      } else if let dot = name.firstIndex(of: "."), modules.contains(String(name[..<dot])) {
        (name, owner) = (String(name[dot...].dropFirst()), nil)
      } else {
        break
      }
    }
    return name
  }

  /// Returns all names in the source code of a type, such as `Array` and `Tag` for `Array<Tag>`.
  /// Type aliases of the project are replaced by the names in the types that they stand for.
  func typesMentioned(in type: String) -> Set<String> {
    var found: Set<String> = []
    var pending = [type]
    while let text = pending.popLast() {
      let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
      for word in words where found.insert(word).inserted { pending += aliasedTypes[word] ?? [] }
    }
    return found
  }

  /// Returns the type whose declaration or extension contains the given node, or `nil` if the node
  /// is outside any type.
  func type(around node: some SyntaxProtocol, in source: MigrationSource) -> Declaration? {
    guard let name = node.owner?.fullName(in: source.module) else { return nil }
    let isPrivate = privateTypes[source.path, default: []].contains {
      name == $0 || name.hasPrefix("\($0).")
    }
    return Declaration(module: source.module, name: name, file: isPrivate ? source.path : nil)
  }

  /// Returns `true` if the project declares this name at the top level of a file.
  func isTopLevel(_ name: String) -> Bool { topLevel[name] != nil }

  /// Returns `true` if `name`, used without a qualifier at the given node, refers to a declaration
  /// in the project.
  func isOwn(_ name: String, at node: some SyntaxProtocol, in source: MigrationSource) -> Bool {
    isInScope(name, at: node)
      || topLevel[name, default: []].contains { declaration in
        declaration.file.map { $0 == source.path }
          ?? (declaration.module == source.module || source.module.isEmpty
            || declaration.module.isEmpty || source.importedModules.contains(declaration.module))
      }
  }

  /// Returns `true` if `name`, used without a qualifier at the given node, refers to a declaration
  /// in an enclosing function or a member of an enclosing type.
  func isInScope(_ name: String, at node: some SyntaxProtocol) -> Bool {
    node.ancestors.contains { outer in
      let type = outer.asProtocol((any DeclGroupSyntax).self)?.typeName
      return declares(name, inside: outer) || type.map { isMember(name, of: $0) } == true
    }
  }

  /// Returns `true` if `name`, used without a qualifier at the given node, refers to a local
  /// variable or a parameter.
  func isLocal(_ name: String, at node: some SyntaxProtocol) -> Bool {
    node.ancestors.prefix { $0.asProtocol((any DeclGroupSyntax).self) == nil }
      .contains { declares(name, inside: $0) }
  }

  /// Returns `true` if the project declares an instance member with this name in a type, its
  /// superclasses, or its protocols.
  func isMember(_ name: String, of type: String, depth: Int = 0) -> Bool {
    if members[type]?.contains(name) == true { return true }
    return depth < 8
      && parents[type, default: []].contains { isMember(name, of: $0, depth: depth + 1) }
  }

  /// Returns the names of all types that declare a member with this name, possibly in an extension.
  func types(declaring member: String) -> [String] {
    members.filter { $0.value.contains(member) }.map(\.key)
  }

  /// Returns `true` if the project declares a property with this name in a type or in an extension
  /// of the type.
  func declares(_ property: String, in type: String) -> Bool {
    properties[type]?.contains(property) == true
  }

  /// Returns `true` if a class is `Sendable` and not isolated to a global actor.
  func isSendable(_ node: ClassDeclSyntax) -> Bool {
    let isIsolated = node.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.lastComponent.hasSuffix("Actor") == true
    }
    return !isIsolated
      && ["Error", "Sendable", "TestDependencyKey"].contains { inherits($0, in: node.name.text) }
  }

  /// Returns `true` if `type` is the type named `name` or inherits from it, directly or indirectly.
  func inherits(_ name: String, in type: String) -> Bool {
    type == name || ancestors(of: type).contains(name)
  }

  /// Returns the names of the superclasses and protocols that a type inherits from, directly or
  /// indirectly.
  func ancestors(of type: String) -> Set<String> {
    var found: Set<String> = []
    var pending = Array(parents[type, default: []])
    while let parent = pending.popLast() {
      let name = original(parent)
      if found.insert(name).inserted { pending += parents[name, default: []] }
    }
    return found
  }

  /// Returns `true` if `scope` is a function, closure, or block that declares the given name for
  /// the code inside it.
  private func declares(_ name: String, inside scope: Syntax) -> Bool {
    switch scope.as(SyntaxEnum.self) {
    case .codeBlockItemList(let list):
      // Skip declarations at file level here, because they are visible in the whole module.
      // `isOwn(_:at:in:)` looks them up after all local scopes.
      return scope.parent?.is(SourceFileSyntax.self) != true
        && list.contains { Syntax($0.item).declaredNames.contains(name) }
    case .functionDecl(let node):
      return node.signature.parameterClause.parameters.contains { $0.name == name }
    case .initializerDecl(let node):
      return node.signature.parameterClause.parameters.contains { $0.name == name }
    case .subscriptDecl(let node):
      return node.parameterClause.parameters.contains { $0.name == name }
    case .closureExpr(let node): return node.parameters.contains { $0.name == name }
    case .forStmt(let node): return node.pattern.trimmedDescription == name
    case .ifExpr(let node): return node.conditions.declaredNames.contains(name)
    case .whileStmt(let node): return node.conditions.declaredNames.contains(name)
    default: return false
    }
  }

  private mutating func add(_ node: Syntax, in owner: String?, of source: MigrationSource) {
    if let condition = node.as(IfConfigDeclSyntax.self) {
      for element in condition.clauses.compactMap(\.elements) {
        switch element {
        case .statements(let list):
          for item in list { add(Syntax(item.item), in: owner, of: source) }
        case .decls(let list):
          for item in list { add(Syntax(item.decl), in: owner, of: source) }
        default: break
        }
      }
      return
    }
    if let alias = node.as(TypeAliasDeclSyntax.self) {
      aliasedTypes[alias.name.text, default: []].append(alias.initializer.value.trimmedDescription)
      if alias.genericParameterClause == nil {
        let owner = alias.owner?.fullName(in: source.module)
        aliasTargets[(owner.map { "\($0)." } ?? "") + alias.name.text] = (
          alias.initializer.value.trimmedDescription, owner
        )
      }
    }
    let isPrivate = node.isPrivate
    // Do not record a static property as a member. Instance methods have to qualify its name, so it
    // does not shadow a function with the same name.
    let isHidden =
      owner != nil
      && node.as(VariableDeclSyntax.self)?.modifiers.contains { $0.name.text == "static" } == true
    if let owner, node.is(VariableDeclSyntax.self) {
      properties[owner, default: []].formUnion(node.declaredNames)
    }
    for name in isHidden ? [] : node.declaredNames {
      if let owner {
        members[owner, default: []].insert(name)
      } else {
        let file = isPrivate ? source.path : nil
        topLevel[name, default: []].insert(
          Declaration(module: source.module, name: name, file: file)
        )
      }
    }
    guard let group = node.asProtocol((any DeclGroupSyntax).self) else { return }
    let name = group.typeName
    if !group.is(ExtensionDeclSyntax.self) { typeNames.insert(group.fullName(in: source.module)) }
    if !group.is(ExtensionDeclSyntax.self), isPrivate || node.ancestors.contains(where: \.isPrivate)
    {
      privateTypes[source.path, default: []].insert(group.fullName(in: source.module))
    }
    // Record only the last word of an inherited type, so that `@unchecked Sendable` is treated like
    // `Sendable`.
    let inherited = group.inheritanceClause.names.compactMap { $0.split(separator: " ").last }
    parents[name, default: []].formUnion(inherited.map(String.init))
    for member in group.memberBlock.members { add(Syntax(member.decl), in: name, of: source) }
    if name == "Scope", group.is(ExtensionDeclSyntax.self) {
      customScopes.merge(group.customScopes) { first, _ in first }
    }
  }
}

extension MigrationSource {
  /// The file's module, taken from the name of its folder in `Sources` or `Tests`. The string is
  /// empty if the path does not show the module.
  var module: String {
    let parts = path.split(separator: "/").map(String.init)
    guard let root = parts.lastIndex(where: { ["Sources", "Tests"].contains($0) }),
      root + 2 < parts.count
    else { return "" }
    return parts[root + 1]
  }
}

extension DeclGroupSyntax {
  /// The name of the declared or extended type, without enclosing types.
  var typeName: String {
    if let part = self.as(ExtensionDeclSyntax.self) { return part.extendedType.lastComponent }
    return asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
  }

  /// Returns the name of the declared or extended type, including its enclosing types, but without
  /// the module.
  func fullName(in module: String) -> String {
    let groups = [Syntax(self)] + ancestors.filter { $0.isProtocol((any DeclGroupSyntax).self) }
    let names = groups.reversed().compactMap { node in
      node.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        ?? node.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
    let name = names.joined(separator: ".")
    return name.hasPrefix("\(module).") ? String(name.dropFirst(module.count + 1)) : name
  }

  /// The custom scopes declared in an extension of Factory's type `Scope`, each with the built-in
  /// scope of the same kind, such as `cached`.
  var customScopes: [String: String] {
    var scopes: [String: String] = [:]
    for member in memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self), variable.bindings.count == 1,
        variable.isStoredConstant, let binding = variable.bindings.first,
        variable.modifiers.contains(where: { $0.name.text == "static" }),
        let call = binding.initializer?.value.as(FunctionCallExprSyntax.self),
        case let kind = call.calledExpression.lastComponent.lowercased(),
        FactoryDeclaration.scopes.contains(kind)
      else { continue }
      scopes[binding.pattern.trimmedDescription] = kind
    }
    return scopes
  }
}

extension SequenceExprSyntax {
  /// The name of the Factory container whose default scope the expression sets, or `nil` for other
  /// expressions.
  ///
  /// Only a top-level statement in an `autoRegister` method counts. Factory calls this method
  /// before any factory of the container is read, so the default scope applies to all of the
  /// container's factories.
  var containerOfDefaultScope: String? {
    let function = parent?.as(CodeBlockItemSyntax.self)?.parent?.parent?.parent
    guard function?.as(FunctionDeclSyntax.self)?.name.text == "autoRegister", assigned != nil,
      let target = elements.first?.trimmedDescription,
      ["manager.defaultScope", "self.manager.defaultScope"].contains(target)
    else { return nil }
    return enclosingTypeName
  }
}

extension Syntax {
  var isPrivate: Bool {
    asProtocol((any WithModifiersSyntax).self)?.modifiers
      .contains { ["fileprivate", "private"].contains($0.name.text) } == true
  }

  /// The names that the declaration introduces in its enclosing scope.
  fileprivate var declaredNames: [String] {
    if let variable = self.as(VariableDeclSyntax.self) {
      return variable.bindings.flatMap {
        $0.pattern.nodes(IdentifierPatternSyntax.self).map(\.identifier.text)
      }
    }
    if let cases = self.as(EnumCaseDeclSyntax.self) { return cases.elements.map(\.name.text) }
    if let guarded = self.as(GuardStmtSyntax.self) { return guarded.conditions.declaredNames }
    if self.is(ExtensionDeclSyntax.self) { return [] }
    return asProtocol((any NamedDeclSyntax).self).map { [$0.name.text] } ?? []
  }
}

extension ConditionElementListSyntax {
  fileprivate var declaredNames: [String] {
    compactMap { $0.condition.as(OptionalBindingConditionSyntax.self)?.pattern.trimmedDescription }
  }
}
