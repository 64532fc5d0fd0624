import SwiftSyntax

/// The names that the project declares, and where each of them is visible.
///
/// A migration edits a name only if it means the library's declaration. The same name can mean a local variable, a member
/// of an enclosing type or a declaration of another module of the project, so each use is resolved from the inside out.
struct ProjectNames {
  /// A declaration outside of every type.
  private struct Declaration: Hashable {
    var module: String
    /// The path of the only file that sees the declaration, or `nil` if the whole module does.
    var file: String?
  }

  private var topLevel: [String: Set<Declaration>] = [:]
  /// The members of each type, those of its extensions included.
  private var members: [String: Set<String>] = [:]
  private var parents: [String: Set<String>] = [:]
  private var aliases: [String: String] = [:]
  /// The kind of each scope that the project adds to Factory, such as `cached` for `static let session = Cached()`, by name.
  private(set) var customScopes: [String: String] = [:]

  init(_ sources: [MigrationSource]) {
    for source in sources {
      for item in source.tree.statements { add(Syntax(item.item), in: nil, of: source) }
    }
  }

  /// The name that a type alias of the project means, without module and generic arguments; any other name is returned
  /// unchanged.
  func original(_ name: String) -> String {
    var name = name
    for _ in 0..<8 {
      guard let next = aliases[name], next != name else { return name }
      name = next
    }
    return name
  }

  /// Whether the project declares a type, function or variable of a name outside of every type.
  func isTopLevel(_ name: String) -> Bool { topLevel[name] != nil }

  /// Whether an unqualified name means a declaration of the project where a node uses it.
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

  /// Whether several threads may use an instance of a class, which no actor isolates.
  func isSendable(_ node: ClassDeclSyntax) -> Bool {
    let isIsolated = node.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.lastComponent.hasSuffix("Actor") == true
    }
    return !isIsolated && inheritsSendable(node.name.text)
  }

  private func inheritsSendable(_ type: String) -> Bool {
    ["Error", "Sendable", "TestDependencyKey"].contains { inherits($0, in: type) }
  }

  /// Whether a type of the project is, or inherits from, a type of a name.
  func inherits(_ name: String, in type: String, depth: Int = 0) -> Bool {
    if type == name { return true }
    return depth < 8
      && parents[type, default: []].contains {
        inherits(name, in: original($0), depth: depth + 1)
      }
  }

  /// Whether a function, closure or block declares a name that a node inside of it sees.
  private func declares(_ name: String, in scope: Syntax, before inner: Syntax) -> Bool {
    switch scope.as(SyntaxEnum.self) {
    case .codeBlockItemList(let list):
      // Statements of a file are declarations of the module, which are looked up last.
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
    // A static property of the name of a function, such as `unimplemented`, does not hide that function from calls.
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
    // `@unchecked Sendable` is `Sendable` as well.
    let inherited = group.inheritanceClause.names.compactMap { $0.split(separator: " ").last }
    parents[name, default: []].formUnion(inherited.map(String.init))
    for member in group.memberBlock.members { add(Syntax(member.decl), in: name, of: source) }
    if name == "Scope", group.is(ExtensionDeclSyntax.self) {
      customScopes.merge(group.customScopes) { first, _ in first }
    }
  }
}

extension MigrationSource {
  /// The module of the file, as far as its folder tells; empty if it does not.
  var module: String {
    let parts = path.split(separator: "/").map(String.init)
    guard let root = parts.lastIndex(where: { ["Sources", "Tests"].contains($0) }),
      root + 2 < parts.count
    else { return "" }
    return parts[root + 1]
  }
}

extension DeclGroupSyntax {
  /// The name of the type, or of the type that is extended, without the types around it.
  var typeName: String {
    if let part = self.as(ExtensionDeclSyntax.self) { return part.extendedType.lastComponent }
    return asProtocol((any NamedDeclSyntax).self)?.name.text ?? ""
  }
}

extension DeclGroupSyntax {
  /// The scopes that an extension of Factory's `Scope` declares, with their kinds.
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
  /// The names that a declaration introduces in the scope around it.
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
