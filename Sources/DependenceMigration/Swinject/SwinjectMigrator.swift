import SwiftSyntax

/// Migrates files that use Swinject. An assembly (a type that registers several services) becomes a
/// list of modules, each of which provides one service.
final class SwinjectMigrator: Migrator {
  override class var remedies: [String: String] {
    [
      "Assembler":
        "call 'prepareDependencies(Dependencies { A().modules })' where the program starts",
      "Assembly": "use its 'modules', which have the type 'Dependencies'",
      "Container":
        "write 'Dependencies { Module { … } }', and bind it with 'withDependencies' or 'prepareDependencies'",
      "ObjectScope": "see the article 'Choose the lifetime of a module'",
      "Resolver": "remove it, and read with '@Inject'",
    ]
  }

  /// The names of resolvers (which provide services) and containers (which services are registered
  /// in) that the migration removes from the code being visited. Each use of such a name that
  /// cannot be migrated is reported.
  var gone: Set<String> = []
  var dependencies: String { project.qualified("Dependencies") }

  /// The Swinject types that have already been reported, keyed by the type declaration that uses
  /// them.
  private var noted: [SyntaxIdentifier: Set<String>] = [:]

  /// Whether the file resolves services from a container, or calls one of the project's functions
  /// that create a container. Such a file has to be migrated even if it does not import Swinject.
  private lazy var asks = source.tree.nodes(FunctionCallExprSyntax.self).contains { call in
    guard let resolution = Resolution(call, in: project.names) else { return project.makes(call) }
    return project.isRegistered(resolution.key) && !finds(call)
  }

  /// The notes that an earlier run of the command left in this file.
  lazy var standingNotes = source.standingNotes

  override var isReached: Bool { super.isReached || asks }

  override func migrate() {
    if super.isReached, isTest, let usual = project.defaultScope {
      for call in source.tree.nodes(FunctionCallExprSyntax.self) {
        guard let scope = call.defaultScope, scope != usual else { continue }
        note(
          call,
          why:
            "the default scope of this container is '\(scope)', but the modules have the default scope '\(usual)' of the program",
          write: "see the article 'Choose the lifetime of a module'"
        )
      }
    }
    if super.isReached { noteSeveralContainers() }
    super.migrate()
    guard !super.isReached, asks, let first = source.tree.imports.first else { return }
    products.insert("DependenceModules")
    if imports.contains("DependenceModules") { return }
    insert("import DependenceModules\(source.newline)", before: first.node)
  }

  /// Returns `true` if a call invokes a `resolve` function that the project declares rather than
  /// Swinject's. Such a call stays unchanged.
  func finds(_ call: FunctionCallExprSyntax) -> Bool {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let root = call.rootName
    else { return false }
    if root.first?.isUppercase != true, super.isReached { return mayBeOwn(call, on: member) }
    return (root.first?.isUppercase == true || !super.isReached)
      && project.functions["resolve"] != nil
      && !["Assembler", "Container"].contains(root)
      && !project.containers.union(["container", "resolver"])
        .contains(member.base?.lastComponent ?? "")
  }

  /// Returns `true` if a call to `resolve` in a file that imports Swinject may invoke one of the
  /// migrated project's own functions instead. The decision is based on the name of the variable
  /// that `resolve` is called on, and on the declared types of variables with that name.
  private func mayBeOwn(_ call: FunctionCallExprSyntax, on member: MemberAccessExprSyntax) -> Bool {
    guard let base = member.base else { return false }
    let name = String(base.lastComponent.filter { !"?!".contains($0) })
    if gone.contains(name) { return false }
    let declared = project.declaredTypes(of: name, in: source)
    let types = name == "self" ? [call.enclosingTypeName ?? ""] : declared
    let isTheirs = { (type: String) in
      Self.resolvers.contains { self.project.names.inherits($0, in: type) }
    }
    if types.contains(where: { !isTheirs($0) && project.names.isMember("resolve", of: $0) }) {
      return true
    }
    if types.contains(where: isTheirs) { return false }
    // A variable whose type is not declared in the project may hold a container. Assume so only if
    // the file also calls `register` on it.
    if types.contains(where: { project.types[$0] == nil }) {
      return !source.text.contains("\(name).register(")
    }
    return !project.containers.union(["container", "resolver"]).contains(name)
      && project.names.types(declaring: "resolve").contains { !isTheirs($0) }
  }

  private static let resolvers = ["Assembler", "Container", "Resolver"]

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.as(SyntaxEnum.self) {
    case .codeBlockItem(let node) where isUnsupported(node): return .skipChildren
    case .codeBlockItemList(let node): return migrate(node)
    case .functionCallExpr(let node): return migrate(node)
    case .functionDecl(let node): return migrate(node)
    case .binaryOperatorExpr(let node) where node.operator.text == "~>":
      note(
        node,
        why: "the command cannot determine the precedence of '~>' next to other operators",
        write: "write 'DependencyValues.current[module: Service.self]'"
      )
    case .genericParameter(let node): constrain(node)
    case .guardStmt(let node):
      let binding = node.conditions.first?.condition.as(OptionalBindingConditionSyntax.self)
      guard project.hasTheirContainers, let name = binding.map({ text($0.pattern) }),
        binding?.ownGuard != nil, project.containers.contains(name), !isHanded(name)
      else { break }
      return settle(node, as: nil, isGone: true)
    case .returnStmt(let node):
      guard project.hasTheirContainers, let made = node.ancestor(FunctionDeclSyntax.self)?.made
      else { break }
      return settle(node, as: node.expression, isGone: node.expression.map(text) == made)
    case .sequenceExpr(let node):
      guard project.hasTheirContainers, node.parent?.is(CodeBlockItemSyntax.self) == true,
        let value = node.assigned, let target = node.elements.first,
        value.isEmptyContainer || project.preparation(of: value) != nil,
        !isHanded(target.lastComponent)
      else { break }
      return settle(node, as: value, isGone: value.isEmptyContainer)
    case .variableDecl(let node): return migrate(node)
    default: return super.visitAny(node)
    }
    return .visitChildren
  }

  /// Reports a Swinject type only at its first use in each type declaration, for example in the
  /// type of a property. Other uses, such as the initializer parameter for that property, have to
  /// change together with the first one, so the report only states the number of uses.
  private func noteType(_ name: TokenSyntax) {
    guard let remedy = Self.remedies[name.text], isTheirs(name.text, at: name) else { return }
    guard let owner = name.owner, name.parent?.is(IdentifierTypeSyntax.self) == true
    else { return super.noteName(name) }
    guard noted[owner.id, default: []].insert(name.text).inserted else { return }
    let uses = owner.memberBlock.tokens(viewMode: .sourceAccurate).count {
      $0.text == name.text && $0.owner?.id == owner.id
        && $0.parent?.is(IdentifierTypeSyntax.self) == true
    }
    note(
      name,
      why: "'\(name.text)' has no equivalent",
      write: remedy + (uses > 1 ? ", at all \(uses) uses in this declaration" : "")
    )
  }

  override func noteName(_ name: TokenSyntax) {
    // The conformance to `Assembly` is removed together with the method `assemble`, so do not
    // report it.
    if name.text == "Assembly", name.parent?.parent?.is(InheritedTypeSyntax.self) == true,
      name.owner?.memberBlock.members.contains(where: isAssemble) == true
    {
      return
    }
    guard gone.contains(name.text) else { return noteType(name) }
    // The name `$0` refers to the resolver only in a closure passed to `register`, so do not report
    // it elsewhere.
    let call = name.ancestor(ClosureExprSyntax.self)?.parent?.as(FunctionCallExprSyntax.self)
    if name.text == "$0", call?.calledExpression.lastComponent != "register" { return }
    note(
      name,
      why: "there is no resolver or container that can be passed on",
      write:
        "resolve here with 'Dependencies.resolveIfRegistered(Service.self)', and pass the value on"
    )
  }
}
