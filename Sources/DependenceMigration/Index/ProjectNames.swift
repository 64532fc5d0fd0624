import SwiftSyntax

/// The names that the project declares, and where each of them is visible.
///
/// A migrator edits a name only if it refers to the old library. The same name can refer to other
/// declarations, so each use is looked up from the innermost scope outwards.
struct ProjectNames {
  private struct Declaration: Hashable {
    var module: String
    /// The file that contains a private declaration, or `nil` if the whole module can use it.
    var file: String?
  }

  private var topLevel: [String: Set<Declaration>] = [:]
  /// The members of each type and of its extensions, by the name of the type.
  private var members: [String: Set<String>] = [:]
  private var parents: [String: Set<String>] = [:]
  private var aliases: [String: String] = [:]
  /// The kinds of the project's scopes for Factory: `static let session = Cached()` is `cached`.
  private(set) var customScopes: [String: String] = [:]

  init(_ sources: [MigrationSource]) {
    for source in sources {
      for item in source.tree.statements { add(Syntax(item.item), in: nil, of: source) }
    }
  }

  /// Returns the type to which a type alias of the project refers, and any other name unchanged.
  func original(_ name: String) -> String {
    var name = name
    for _ in 0..<8 {
      guard let next = aliases[name], next != name else { return name }
      name = next
    }
    return name
  }

  /// Returns `true` if the project declares something with this name at the top level.
  func isTopLevel(_ name: String) -> Bool { topLevel[name] != nil }

  /// Returns `true` if an unqualified name refers to the project's own declaration at a node.
  func isOwn(_ name: String, at node: some SyntaxProtocol, in source: MigrationSource) -> Bool {
    var inner = Syntax(node)
    for outer in node.ancestors {
      if declares(name, in: outer, before: inner) { return true }
      if let type = outer.asProtocol((any DeclGroupSyntax).self)?.typeName,
        isMember(name, of: type)
      {
        return true
      }
      inner = outer
    }
    return topLevel[name, default: []].contains { declaration in
      declaration.file.map { $0 == source.path }
        ?? (declaration.module == source.module || source.module.isEmpty
          || declaration.module.isEmpty || source.importedModules.contains(declaration.module))
    }
  }

  private func isMember(_ name: String, of type: String, depth: Int = 0) -> Bool {
    if members[type]?.contains(name) == true { return true }
    return depth < 8
      && parents[type, default: []].contains { isMember(name, of: $0, depth: depth + 1) }
  }

  /// Returns `true` if a class is `Sendable` and not isolated by an actor.
  func isSendable(_ node: ClassDeclSyntax) -> Bool {
    let isIsolated = node.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.lastComponent.hasSuffix("Actor") == true
    }
    return !isIsolated && inheritsSendable(node.name.text)
  }

  private func inheritsSendable(_ type: String) -> Bool {
    ["Error", "Sendable", "TestDependencyKey"].contains { inherits($0, in: type) }
  }

  /// Returns `true` if a type of the project has the given name, or inherits from such a type.
  func inherits(_ name: String, in type: String, depth: Int = 0) -> Bool {
    if type == name { return true }
    return depth < 8
      && parents[type, default: []].contains {
        inherits(name, in: original($0), depth: depth + 1)
      }
  }

  /// Returns `true` if a function, closure or block declares a name that a node inside it sees.
  private func declares(_ name: String, in scope: Syntax, before inner: Syntax) -> Bool {
    switch scope.as(SyntaxEnum.self) {
    case .codeBlockItemList(let list):
      // Statements at file level are declarations of the module, which are looked up last.
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
      aliases[alias.name.text] =
        String(
          alias.initializer.value.trimmedDescription.prefix { $0 != "<" }
        ).lastComponent
    }
    let isPrivate =
      node.asProtocol((any WithModifiersSyntax).self)?.modifiers
      .contains { ["fileprivate", "private"].contains($0.name.text) } == true
    // A static property with the name of a function does not hide that function from calls.
    let isHidden =
      owner != nil
      && node.as(VariableDeclSyntax.self)?.modifiers.contains { $0.name.text == "static" } == true
    for name in isHidden ? [] : node.declaredNames {
      if let owner {
        members[owner, default: []].insert(name)
      } else {
        let file = isPrivate ? source.path : nil
        topLevel[name, default: []].insert(Declaration(module: source.module, file: file))
      }
    }
    guard let group = node.asProtocol((any DeclGroupSyntax).self) else { return }
    let name = group.typeName
    // `@unchecked Sendable` counts as `Sendable`.
    let inherited = group.inheritanceClause.names.compactMap { $0.split(separator: " ").last }
    parents[name, default: []].formUnion(inherited.map(String.init))
    for member in group.memberBlock.members { add(Syntax(member.decl), in: name, of: source) }
    if name == "Scope", group.is(ExtensionDeclSyntax.self) {
      customScopes.merge(group.customScopes) { first, _ in first }
    }
  }
}

extension MigrationSource {
  /// The module of the file according to its folder, or an empty string.
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
}

extension DeclGroupSyntax {
  /// The custom scopes in an extension of Factory's `Scope`, with their kinds.
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

extension Syntax {
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
