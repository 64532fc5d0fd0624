import SwiftSyntax

/// Migrates files that use the library Factory. With Factory, dependencies are created by
/// factories, which are declared as properties of containers.
final class FactoryMigrator: Migrator {
  override class var remedies: [String: String] {
    [
      "AutoRegistering": "register in 'prepareDependencies', where the program starts",
      "DynamicInjected": wrapper,
      "Factory": "use the type of the value, or 'Provider' if each reader needs its own value",
      "FactoryContext":
        "choose the value in 'prepareDependencies', depending on 'Dependency(\\.context).wrappedValue'",
      "Injected": wrapper, "InjectedType": wrapper, "LazyInjected": wrapper,
      "ParameterFactory": "use the type of a closure that takes the parameter",
      "WeakLazyInjected": wrapper,
      "Container": "declare a property of 'DependencyValues', or override one in a scope",
      "ContainerManager": "remove it",
      "Scope": "see the article 'Lifetimes and scopes'",
      "SharedContainer": "write an extension of 'DependencyValues'",
    ]
  }

  private static let wrapper = "read the dependency with '@Dependency(\\.property)' instead"

  /// The names of the container members that the library Factory itself declares. They are not
  /// factories.
  static let ownMembers: Set = ["decorator", "manager", "reset", "unique", "with"]
  var hasEntries = false

  /// Whether the visitor is inside a member of a container (a type that declares factories). Code
  /// there can refer to factories by name alone.
  var isInContainer = false

  /// The names of variables that hold a container (an object with factories) and are visible in
  /// this file. A name is excluded if the file also declares a variable or parameter with this name
  /// that holds something else.
  private lazy var containers = project.containers(visibleIn: source).subtracting(
    source.tree.nodes(IdentifierPatternSyntax.self)
      .filter { $0.parent?.as(PatternBindingSyntax.self)?.isContainer != true }.map { text($0) }
      + source.tree.nodes(FunctionParameterSyntax.self).filter { !$0.type.isContainer }.map(\.name)
  )

  func isShared(_ text: String?) -> Bool {
    guard var text else { return isInContainer }
    if isInContainer, ["self", "Self.shared"].contains(text) { return true }
    if text.hasPrefix("self.") { text.removeFirst(5) }
    if containers.contains(text) { return true }
    return text.hasSuffix(".shared") && isContainer(String(text.dropLast(7)))
  }

  /// Returns `true` if a name refers to a parameter of an enclosing closure, which shadows a
  /// container of the same name.
  func isHidden(_ name: String?, at node: some SyntaxProtocol) -> Bool {
    node.ancestors.contains { outer in
      outer.as(ClosureExprSyntax.self)?.parameters
        .contains { $0.name == name && $0.type != "Container" } == true
    }
  }

  /// Returns `true` if an expression refers to an existing container and does nothing else.
  func isSharedContainer(_ value: ExprSyntax) -> Bool {
    text(value) == ".shared" || isShared(text(value))
  }

  /// Returns `true` if an expression creates a container and does nothing else, as in
  /// `Container()`.
  func isNewContainer(_ value: ExprSyntax) -> Bool {
    value.createdType.map { $0.isEmpty || isContainer($0) } == true
  }

  func isContainer(_ written: String) -> Bool {
    project.isContainer(project.names.original(written.lastComponent))
  }

  override func replacement(of module: String) -> [String]? {
    let core = super.replacement(of: module)
    if module == "FactoryTesting" { return core }
    return core.map {
      $0 + (hasEntries ? ["DependenceMacros"] : []) + (needsHarness ? harness : [])
    }
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.as(SyntaxEnum.self) {
    case .attribute(let node): return migrate(node)
    case .classDecl(let node): return migrate(node)
    case .codeBlockItem(let node) where setsDefaultScope(node):
      removeLines(of: node)
      return .skipChildren
    case .codeBlockItemList(let node): return migrate(node)
    case .declReferenceExpr(let node):
      if isInContainer, !node.isCalled, !node.isMemberName,
        let read = forwardedRead(of: node.baseName.text)
      {
        replace(node, with: read)
        return .skipChildren
      }
      if isLeft(node) || isOwnMember(node) {
        noteContainer(node)
      } else {
        return super.visitAny(Syntax(node))
      }
    case .extensionDecl(let node): return migrate(node)
    case .functionCallExpr(let node): return migrate(node)
    // Remove parameters for passing the shared container, because migrated code has no containers.
    case .functionParameter(let node) where isShared(node.name):
      if let value = node.defaultValue?.value, !isSharedContainer(value), !isNewContainer(value) {
        noteCode(node)
        return .skipChildren
      }
      removedParameters.append(node)
      return remove(node)
    case .labeledExpr(let node)
    where isShared(text(node.expression)) && !isHidden(text(node.expression), at: node)
      || text(node.expression) == ".shared"
        && project.containerLabels.contains(node.label?.text ?? ""):
      if isForRemovedParameter(node) { return remove(node) }
      noteContainer(node)
      return .skipChildren
    case .variableDecl(let node):
      guard let binding = containerBinding(of: node) else { break }
      if isGone(binding) {
        noteSeveralContainers(binding, in: node)
        removeContainer(text(binding.pattern), declaredBy: node.parent ?? Syntax(node))
        return .skipChildren
      }
      if binding.accessorBlock == nil, let value = binding.initializer?.value,
        isNewContainer(value)
      {
        break
      }
      noteCode(node)
      return .skipChildren
    case .memberAccessExpr(let node) where isShared(node.trimmedDescription):
      noteContainer(node)
      return .skipChildren
    case .memberAccessExpr(let node)
    where node.base.map({ isShared(text($0)) && !isHidden(text($0), at: node) }) == true:
      let name = node.declName.baseName.text
      if !node.isCalled, let read = forwardedRead(of: name) {
        replace(node, with: read)
        return .skipChildren
      }
      guard isInContainer, node.base?.trimmedDescription == "self" else { break }
      note(
        node,
        why: "this uses the member '\(name)' of a container, but a dependency has no container",
        write:
          "use the value of the member here, or read it with 'Dependency(\\.\(name)).wrappedValue'"
      )
    default: break
    }
    return super.visitAny(node)
  }

  /// The parameters that the migration removes because they receive a container (an object with
  /// factories), which migrated code does not need.
  private var removedParameters: [FunctionParameterSyntax] = []

  override func keepUsedContainers() {
    super.keepUsedContainers()
    for parameter in removedParameters {
      let scope = parameter.parent?.parent?.parent?.parent
      guard isUsed(parameter.name, in: scope, outside: parameter.byteRange) else { continue }
      note(
        parameter,
        why: "the parameter '\(parameter.name)' was removed, but code that stays uses it",
        write: "change that code as its own comment explains"
      )
    }
  }

  /// Returns `true` if an argument is passed to a parameter that the migration removes: one that
  /// receives a container and is declared in the migrated files.
  private func isForRemovedParameter(_ node: LabeledExprSyntax) -> Bool {
    guard let call = node.parent?.parent?.as(FunctionCallExprSyntax.self) else { return false }
    var called = call.calledExpression
    if let member = called.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init",
      let base = member.base, !base.is(SuperExprSyntax.self), text(base) != "self"
    {
      called = base
    }
    let generic = called.as(GenericSpecializationExprSyntax.self)?.expression
    let name = (generic ?? called).lastComponent
    let owner = name == "Self" ? node.enclosingTypeName ?? name : name
    return project.takesContainer(owner, as: node.label?.text ?? "_")
  }

  /// Reports a container created in a test if the same block of code also uses another container.
  /// After the migration, the registrations of all containers apply to the whole test.
  private func noteSeveralContainers(_ binding: PatternBindingSyntax, in node: VariableDeclSyntax) {
    guard let value = binding.initializer?.value, isNewContainer(value),
      let scope = node.parent?.parent
    else { return }
    let usesShared = scope.nodes(MemberAccessExprSyntax.self).contains {
      $0.declName.baseName.text == "shared" && isShared(text($0))
    }
    let createsOther = scope.nodes(PatternBindingSyntax.self).contains {
      $0.id != binding.id && $0.isContainer
        && $0.initializer.map { isNewContainer($0.value) } == true
    }
    guard usesShared || createsOther else { return }
    note(
      node,
      why: "this code uses several containers, but now their registrations apply to the whole test",
      write: "override the dependencies of each container in its own 'withDependencies'"
    )
  }

  func form(of name: String) -> Form? {
    project.factory(name, in: source.module)?.form(in: project)
  }

  /// Returns `true` if a name refers to a factory declared in this file's module or in an imported
  /// module.
  func isInScope(_ name: String) -> Bool {
    project.factory(name, in: source.module).map {
      $0.module == source.module || imports.contains($0.module)
    } == true
  }

  /// Returns the replacement for each use of a container property that only reads a factory, such
  /// as `var short: Service { service() }`. Returns `nil` if the property does anything else.
  func forwardedRead(of name: String) -> String? {
    let candidates = project.computed[name, default: []].filter {
      $0.module == source.module && isContainer($0.owner)
    }
    let reads = Set(candidates.compactMap { read(by: $0.call) })
    return reads.count == 1 && !candidates.isEmpty ? reads.first : nil
  }

  /// Returns the migrated code for a call such as `Container.shared.service()`, or `nil` if the
  /// call does not read a factory of a shared container.
  private func read(by call: FunctionCallExprSyntax) -> String? {
    guard call.arguments.isEmpty, call.trailingClosure == nil,
      let (base, name) = call.calledExpression.member,
      base.map({ $0 == "self" || $0.hasSuffix(".shared") && isContainer(String($0.dropLast(7))) })
        ?? true,
      project.factories[name] != nil
    else { return nil }
    return read(name)
  }

  /// Reports the use of a factory that none of the migrated files declares.
  func noteUnknown(_ name: String, at node: some SyntaxProtocol) {
    // If a container declares this name as something that is not recognized as a factory, that
    // declaration is reported, so do not report its uses as well.
    let isDeclared = project.names.types(declaring: name).contains(where: isContainer)
    if project.factories[name] != nil || isDeclared { return }
    note(
      node,
      why: "the factory '\(name)' is not declared in the migrated files",
      write:
        "migrate the module that declares it together with this one, or check that 'DependencyValues' has a property "
        + "'\(name)' with the type that is read here"
    )
  }

  /// Returns `true` if a name refers to a container or a factory in a way that no other rule
  /// migrates, so that the user has to migrate this use by hand.
  private func isLeft(_ node: DeclReferenceExprSyntax) -> Bool {
    let name = node.baseName.text
    let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
    return !isMember && name != "self" && !isHidden(name, at: node)
      && (isShared(name)
        || isInContainer && isInScope(name)
          && node.ancestor(FunctionDeclSyntax.self) != nil
        || project.names.parents[project.names.original(name)]?.contains("SharedContainer") == true)
  }

  /// Returns `true` if a name in the code of a container refers to a member that the library
  /// Factory declares, such as `manager`.
  private func isOwnMember(_ node: DeclReferenceExprSyntax) -> Bool {
    isInContainer && !node.isMemberName && Self.ownMembers.contains(node.baseName.text)
      && !project.names.isOwn(node.baseName.text, at: node, in: source)
  }

  /// Returns the binding of a variable that holds a container, or `nil` for other variables.
  private func containerBinding(of node: VariableDeclSyntax) -> PatternBindingSyntax? {
    guard node.bindings.count == 1, let only = node.bindings.first, isShared(text(only.pattern))
    else { return nil }
    return only
  }

  /// Returns `true` if the migration can remove a variable that holds a container (an object with
  /// factories). The variable must stay if its initial value, its getter, or its observers run
  /// other code.
  private func isGone(_ binding: PatternBindingSyntax) -> Bool {
    var value = binding.initializer?.value
    if let block = binding.accessorBlock {
      guard value == nil, case .getter(let getter) = block.accessors, getter.count == 1,
        let only = getter.first?.expression
      else { return false }
      value = only
    }
    return value.map { isSharedContainer($0) || isTest && isNewContainer($0) } != false
  }

  /// Reports a container whose declaration also runs other code of the project. The migration keeps
  /// the container, because removing it would lose that code.
  private func noteCode(_ node: some SyntaxProtocol) {
    note(
      node,
      why: "this container is created or observed by other code",
      write: "move that code to where the program or the test starts, and remove the container"
    )
  }

  /// Removes an element from a list, such as an argument, together with the comma after it. If
  /// there is no comma after the element, removes the comma after the nearest preceding element
  /// that is kept.
  private func remove(_ node: some WithTrailingCommaSyntax) -> SyntaxVisitorContinueKind {
    let start = draft.startOfRemoval(before: node.start)
    let before = source.tree.token(at: AbsolutePosition(utf8Offset: start))?
      .previousToken(viewMode: .sourceAccurate)
    if node.trailingComma == nil, let before, before.text == "," {
      replace(before.start..<start, with: "")
      replace(node, with: "")
    } else {
      removeWord(node)
    }
    return .skipChildren
  }

  private func noteContainer(_ node: some SyntaxProtocol) {
    note(
      node,
      why: "the shared container has no equivalent",
      write:
        "read the dependency itself, or override it in a scope, in a trait or in 'prepareDependencies'"
    )
  }
}

extension ExprSyntax {
  /// The type that the expression creates by a call without arguments, such as `Container` for
  /// `Container()`. The value is an empty string for `.init()`, and `nil` for anything other than a
  /// call without arguments.
  var createdType: String? {
    guard let call = self.as(FunctionCallExprSyntax.self), call.arguments.isEmpty,
      call.trailingClosure == nil
    else { return nil }
    let called = call.calledExpression.trimmedDescription
    return called.hasSuffix(".init") ? String(called.dropLast(5)) : called
  }
}

extension ExprSyntaxProtocol {
  fileprivate var isCalled: Bool {
    parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(self).id
  }
}

extension DeclReferenceExprSyntax {
  fileprivate var isMemberName: Bool {
    parent?.as(MemberAccessExprSyntax.self)?.declName.id == id
  }
}

extension FactoryMigrator {
  /// The names of the `DependencyValues` properties that the module `Dependence` declares.
  private static let builtInNames: Set = [
    "assert", "assertionFailure", "context", "continuousClock", "fireAndForget", "precondition",
    "suspendingClock", "withRandomNumberGenerator",
  ]

  /// Reports a factory that other modules can read and that has the name of a built-in dependency.
  func noteBuiltInName(of factory: FactoryDeclaration, at variable: VariableDeclSyntax) {
    guard variable.isVisibleInOtherModules else { return }
    // Every migrated file imports `Dependence`, but only some modules import `DependenceFoundation`.
    let (module, readers) =
      SwiftDependenciesMigrator.foundationKeys.contains(factory.name)
      ? ("DependenceFoundation", "other modules that import it")
      : ("Dependence", "other modules")
    guard module != "Dependence" || Self.builtInNames.contains(factory.name) else { return }
    note(
      variable,
      why: "'\(module)' also declares '\(factory.name)', so \(readers) cannot read this one",
      write: "rename the property, and update its readers"
    )
  }
}

extension VariableDeclSyntax {
  /// Whether this property of a type or an extension is `public` or `package`.
  fileprivate var isVisibleInOtherModules: Bool {
    let inherited = owner.map { Array($0.modifiers) } ?? []
    let own = modifiers.first { ["fileprivate", "internal", "private"].contains($0.name.text) }
    return own == nil
      && (modifiers + inherited).contains { ["package", "public"].contains($0.name.text) }
  }
}
