import SwiftSyntax

// Migrates code that reads factories: property wrappers such as `@Injected`, and calls such as
// `Container.shared.service()`.
extension FactoryMigrator {
  func migrate(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    let wrapper = project.names.original(node.attributeName.lastComponent)
    let list = node.arguments?.as(LabeledExprListSyntax.self) ?? []
    switch wrapper {
    case "Injected", "LazyInjected", "DynamicInjected", "InjectedObject", "InjectedObservable":
      if list.count == 1, let path = list.first?.expression.as(KeyPathExprSyntax.self),
        path.root.map({ isContainer(text($0)) }) ?? true
      {
        migrate(node, wrapper, path)
      } else {
        note(
          node,
          why: "this does not read a factory of 'Container'",
          write: "use '@Dependency', and declare a property of 'DependencyValues'"
        )
      }
    case "InjectedType", "WeakLazyInjected":
      note(
        node,
        why: "'@\(wrapper)' has no equivalent",
        write: "use '@Dependency', or '@Inject' if the value may be nil"
      )
    case "Suite", "Test": migrateTraits(list)
    default: return .visitChildren
    }
    return .skipChildren
  }

  private func migrate(_ node: AttributeSyntax, _ wrapper: String, _ path: KeyPathExprSyntax) {
    let name = text(path).lastComponent
    let read = read(name)
    noteUnknown(name, at: node)
    if wrapper.hasPrefix("InjectedO") {
      let state = wrapper == "InjectedObject" ? "StateObject" : "State"
      return replace(node, with: "@\(state)(wrappedValue: \(read))")
    }
    let variable = node.parent?.parent?.as(VariableDeclSyntax.self)
    // The migrated property cannot be set, so remove a modifier such as `private(set)`.
    variable?.modifiers.first { $0.detail?.detail.text == "set" }.map(removeWord)
    // `@Injected` resolves its value when the object that contains the property is created. XCTest
    // creates a test case before it runs the test, so a test case must resolve such a property
    // later, while the test runs.
    let owner = node.owner?.as(ClassDeclSyntax.self)
    let isTestCase = owner.map { project.isTestCase($0.name.text) } == true
    // A `@LazyInjected` property, or an `@Injected` property of a test case, has to keep the
    // instance from its first read. If it read the dependency each time, it would get a new
    // instance after the dependency's lifetime ended.
    let keepsLater = wrapper == "LazyInjected" || wrapper == "Injected" && isTestCase
    let factory = project.factory(name, in: source.module)
    if let variable { noteChanges(of: variable, readBy: factory) }
    guard let factory, let variable, let binding = variable.bindings.first,
      read.hasSuffix("()") || keepsLater && factory.lifetime(in: project) != nil
    else {
      replace(node.attributeName, with: dependency)
      if let root = path.root { replace(root, with: "") }
      if wrapper == "Injected", !isTestCase {
        insert(", resolve: .captured", after: path)
      } else if isStoredReader(node) {
        insert(", resolve: .inherited", after: path)
      }
      return
    }
    if wrapper == "LazyInjected", let owner = variable.owner?.as(ClassDeclSyntax.self),
      project.names.isSendable(owner)
    {
      return note(
        node,
        why: "'@LazyInjected' uses a lock, but a 'lazy var' of this 'Sendable' class would not",
        write:
          "keep a 'Lazy { \(read) }' in a 'let', and call it where the property is read"
      )
    }
    removeWord(node)
    variable.attributes.first(named: "Previewable").map(removeWord)
    switch wrapper {
    case "DynamicInjected":
      let type = binding.typeAnnotation == nil ? ": \(factory.made)" : ""
      insert("\(type) { \(read) }", after: binding)
    case "LazyInjected" where owner != nil || node.owner?.is(ActorDeclSyntax.self) == true,
      "Injected" where isTestCase && !read.hasSuffix("()"):
      insert("lazy ", before: variable.bindingSpecifier)
      insert(" = \(read)", after: binding)
    default:
      replace(variable.bindingSpecifier, with: "let")
      insert(" = \(read)", after: binding)
      if wrapper == "LazyInjected" {
        note(
          variable,
          why: "the dependency is now read when its owner is created, not at its first use",
          write: "remove this comment if it may be read that early, or read '\(read)' at its uses"
        )
      }
    }
  }

  /// Reports code that assigns or changes a property that reads a dependency, because the migrated
  /// property is read-only. A change to part of the value, as in `service.count = 1`, is still
  /// possible if the value is an object, so it is not reported. A protocol that requires a setter
  /// for the property is reported as well.
  private func noteChanges(of variable: VariableDeclSyntax, readBy factory: FactoryDeclaration?) {
    guard let owner = variable.owner, let binding = variable.bindings.first else { return }
    let name = binding.pattern.trimmedDescription
    let written = binding.typeAnnotation?.type.withoutOptional.lastComponent
    let type = written ?? factory?.type ?? ""
    let remedy =
      "override the dependency in 'withDependencies', or keep the value in a property"
    var isNotedElsewhere = Syntax(variable).isPrivate
    for change in project.changes[name, default: []] {
      guard let position = change.path.firstIndex(of: name) else { continue }
      if position == 0, project.names.isLocal(name, at: change.node) { continue }
      let isOwn = position == 0 || position == 1 && change.path[0] == "self"
      if isOwn, change.node.enclosingTypeName != owner.typeName { continue }
      let isWhole = position == change.path.count - 1
      if let method = change.method, !isWhole || !project.isMutating(method, on: type) { continue }
      let isPart = !isWhole || change.method != nil
      if isPart, project.isClass(type) { continue }
      let isHere = isOwn && change.node.root.id == variable.root.id
      if !isHere, isNotedElsewhere { continue }
      if !isHere { isNotedElsewhere = true }
      let verb = isPart ? "changed" : "assigned"
      note(
        isHere ? change.node : Syntax(variable),
        why: isHere
          ? "'\(name)' reads a dependency and cannot be \(verb)"
          : "'\(name)' is \(verb) elsewhere, but it reads a dependency and cannot be \(verb)",
        write: (isPart ? "remove this comment if the value is an object, " : "") + remedy
      )
    }
    if Syntax(variable).isPrivate { return }
    for type in project.setterRequirements[name, default: []]
    where project.names.inherits(type, in: owner.typeName) {
      note(
        variable,
        why:
          "the protocol '\(type)' requires a setter of '\(name)', which reads a dependency and has none",
        write: "require only a getter, or keep the value in a property"
      )
    }
  }

  private var dependency: String { project.qualified("Dependency", from: "Dependence") }

  /// Returns the code that reads the dependency `name`. If the dependency provides a `Provider` or
  /// a closure instead of a plain value, the code also calls it.
  func read(_ name: String) -> String {
    "\(dependency)(\\.\(name)).wrappedValue" + (form(of: name) ?? .value == .value ? "" : "()")
  }

  private func migrateTraits(_ list: LabeledExprListSyntax) {
    for argument in list {
      if argument.expression.trimmedDescription == ".container" {
        needsHarness = true
        replace(argument.expression, with: ".dependencies")
      } else if let call = argument.expression.as(FunctionCallExprSyntax.self),
        let closure = call.trailingClosure,
        call.calledExpression.trimmedDescription == ".container"
      {
        needsHarness = true
        replace(call.calledExpression, with: ".dependencies")
        for item in closure.statements {
          let call = item.item.as(FunctionCallExprSyntax.self)
          if call.map({ migrateOverride(by: $0) { $0 == "$0" } }) != true { walk(item) }
        }
      }
    }
  }

  func migrate(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let modifier = modifier(after: node) {
      noteModifier(modifier)
      return .skipChildren
    }
    if let override = overridden(by: node, on: isShared) {
      if stopsPreparation(override) {
        noteStop(node, of: override.name)
        return .skipChildren
      }
      let times = project.runTimes(of: node, in: source)
      if times.contains(.later) {
        noteLate(node)
        return .skipChildren
      }
      noteSecondAtLaunch(node, when: times)
      noteRead(before: node)
      _ = migrateOverride(by: node, on: isShared)
      insert("prepareDependencies { ", before: node)
      insert(" }", after: node)
      return .skipChildren
    }
    let called = node.calledExpression
    if text(called) == "resolve", isTheirs("resolve", at: node), node.arguments.count == 1,
      let path = node.arguments.first?.expression.as(KeyPathExprSyntax.self)
    {
      noteUnknown(text(path).lastComponent, at: node)
      replace(node, with: read(text(path).lastComponent))
      return .skipChildren
    }
    var member = called.as(MemberAccessExprSyntax.self)
    if member?.declName.baseName.text == "resolve",
      let first = member?.base?.lastComponent.first, "$_".contains(first)
    {
      let remedy =
        "remove the call, or read 'Dependency(\\.property).wrappedValue' where a new value is needed"
      note(node, why: "a property wrapper cannot resolve its dependency again", write: remedy)
    }
    if ["callAsFunction", "resolve"].contains(member?.declName.baseName.text) {
      member = member?.base?.as(MemberAccessExprSyntax.self)
    }
    guard let (base, name) = ExprSyntax(member)?.member ?? called.member,
      !Self.ownMembers.contains(name),
      isShared(base), !isHidden(base, at: node), base != nil || isInScope(name)
    else { return .visitChildren }
    if let base = member?.base, project.registeringMethods.contains(name) {
      replace(base, with: "DependencyValues")
      walk(node.arguments)
      return .skipChildren
    }
    noteUnknown(name, at: node)
    let form = form(of: name) ?? (node.arguments.isEmpty ? .value : .closure)
    if !form.takesArguments, !node.arguments.isEmpty {
      note(
        node,
        why: "the declaration of the factory '\(name)' shows no parameter",
        write: "read 'Dependency(\\.\(name)).wrappedValue', and pass the argument to that value"
      )
      return .skipChildren
    }
    guard node.trailingClosure == nil || form.takesArguments else { return .visitChildren }
    let read = "\(dependency)(\\.\(name)).wrappedValue"
    if form == .value {
      replace(node, with: read)
    } else {
      replace(called, with: read)
      takeApart(node, for: name)
      walk(node.arguments)
      node.trailingClosure.map(walk)
    }
    return .skipChildren
  }

  /// Rewrites a tuple argument, as in `service((1, 2))`, as separate arguments if the migrated
  /// closure takes the elements separately.
  private func takeApart(_ node: FunctionCallExprSyntax, for name: String) {
    guard project.factory(name, in: source.module)?.parts != nil, let open = node.leftParen,
      let close = node.rightParen
    else { return }
    guard let tuple = node.arguments.first?.expression.as(TupleExprSyntax.self),
      let first = tuple.elements.first, let last = tuple.elements.last
    else {
      return note(
        node,
        why: "the closure takes the elements of this tuple as separate arguments",
        write: "pass them separately"
      )
    }
    replace(open.end..<first.start, with: "")
    replace(last.end..<close.start, with: "")
    for token in tuple.elements.flatMap({ [$0.label, $0.colon] }) { token.map(removeWord) }
  }
}
