import SwiftSyntax

// Migrates registrations such as `Container.shared.service.register { Mock() }`, which replace a
// factory's value, to assignments in a closure passed to `prepareDependencies`. Only the first call
// to `prepareDependencies` in a program or test has an effect, so any further call is reported.
extension FactoryMigrator {
  func migrate(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let parts = Array(node).filter(isPart)
    let times = parts.isEmpty ? [] : project.runTimes(of: node, in: source)
    if times.contains(.later) {
      for item in node {
        if isPart(item) { noteLate(item) } else { walk(item) }
      }
      return .skipChildren
    }
    for item in Array(node).filter(mayRegister).dropFirst(parts.isEmpty ? 1 : 0) {
      noteSecond(item)
    }
    // In a result builder, registrations are written as `let _ = service.register { … }`. Write the
    // call to `prepareDependencies` in the same form, because a result builder does not accept it
    // as a plain expression.
    let discards = parts.contains { $0.item.is(VariableDeclSyntax.self) } ? "let _ = " : ""
    let used = usedNames(in: node)
    let gone = Set(
      Array(node).filter { isReset($0.item) && !isBetweenReads($0) || isTrap($0.item) }.map(\.id)
    )
    for item in node where gone.contains(item.id) { removeLines(of: item) }
    var isPrepared = isPreparedBefore(node) || isRepeated(node)
    wrapRuns(
      of: Array(node).filter { !gone.contains($0.id) },
      in: discards + "prepareDependencies {",
      "}",
      where: isPart,
      before: { self.isMock($0, used) },
      begin: { item in
        if isPrepared || isPreparedEarlier(than: item) {
          noteSecond(item)
        } else {
          noteSecondAtLaunch(item, when: times)
        }
        isPrepared = false
      },
      migrate: { item in
        guard let call = item.call else { return }
        noteRead(before: call)
        replace(item.start..<call.start, with: "")
        _ = migrateOverride(by: call, on: isShared)
      },
      again: noteSecond
    )
    return .skipChildren
  }

  /// Returns `true` if a statement is a registration that the migration moves into a closure passed
  /// to `prepareDependencies`.
  func isPart(_ item: CodeBlockItemSyntax) -> Bool {
    !isTrap(item.item)
      && item.call.flatMap { overridden(by: $0, on: isShared) }
        .map { !stopsPreparation($0) } == true
  }

  /// Returns all names that occur in the registrations in `list`, such as
  /// `service.register { Mock() }`.
  func usedNames(in list: CodeBlockItemListSyntax) -> Set<String> {
    Set(Array(list).filter(isPart).flatMap(\.words)).subtracting(["_"])
  }

  /// Returns `true` if a statement only declares or configures a value, such as a mock, whose name
  /// is in `used` (the names that occur in the registrations). Such a statement can be moved above
  /// `prepareDependencies`. Returns `false` if the statement may read a dependency.
  func isMock(_ item: CodeBlockItemSyntax, _ used: Set<String>) -> Bool {
    let variable = item.item.as(VariableDeclSyntax.self)?.bindings.first?.pattern
    return (variable?.trimmedDescription ?? item.rootName).map(used.contains) == true
      && Set(["Container", "shared", "Dependency", "Injected"]).isDisjoint(with: item.words)
  }

  /// Returns `true` if a statement calls a method of a shared container that may register values
  /// for factories. After the migration, the method calls `prepareDependencies`.
  func mayRegister(_ item: CodeBlockItemSyntax) -> Bool {
    let (base, name) = item.call?.calledExpression.member ?? (nil, "")
    return isShared(base) && project.registeringMethods.contains(name)
  }

  /// Returns `true` if the given statements belong to a test, and code that runs before the test
  /// contains a registration such as `service.register { Mock() }`. This code is a `setUp` method
  /// or an initializer, possibly of a superclass. After the migration, it calls
  /// `prepareDependencies` before the test does.
  func isPreparedBefore(_ node: CodeBlockItemListSyntax) -> Bool {
    isTest
      && project.membersThatRun(before: node).contains { item in
        if item.decl.is(VariableDeclSyntax.self) { return false }
        let code = text(item)
        return code.contains(".register")
          || project.registeringMethods.contains { code.contains(".\($0)(") }
      }
  }

  /// Returns `true` if an earlier statement in the same function contains a registration such as
  /// `service.register { Mock() }`. The earlier registration becomes a call to
  /// `prepareDependencies`, so the call for the given statement has no effect. A closure is treated
  /// as if it ran where it is written.
  private func isPreparedEarlier(than item: CodeBlockItemSyntax) -> Bool {
    var inner = Syntax(item)
    for outer in item.ancestors {
      switch outer.as(SyntaxEnum.self) {
      case .codeBlockItemList(let list):
        let earlier = list.prefix { $0.position < inner.position }.filter { !isTrap($0.item) }
        let calls = earlier.flatMap { statement in
          statement.nodes(FunctionCallExprSyntax.self) { $0.is(FunctionDeclSyntax.self) }
        }
        if calls.contains(where: { overridden(by: $0, on: isShared) != nil }) { return true }
      case .closureExpr(let closure):
        // The test framework Quick runs the closures passed to functions such as `it` separately.
        // Therefore, ignore statements outside of the closure.
        if closure.receiver?.calledExpression.is(DeclReferenceExprSyntax.self) == true,
          Self.specs.contains(closure.receiver?.calledExpression.lastComponent ?? "")
        {
          return false
        }
      case .accessorBlock, .functionDecl, .initializerDecl, .macroExpansionDecl,
        .macroExpansionExpr, .memberBlockItem:
        return false
      default: break
      }
      inner = outer
    }
    return false
  }

  private static let specs: Set = [
    "afterEach", "afterSuite", "beforeEach", "beforeSuite", "context", "describe", "it",
    "justBeforeEach",
  ]

  /// Returns `true` if the given statements are inside a loop. The loop would repeat the call to
  /// `prepareDependencies`, but only the first call has an effect.
  private func isRepeated(_ node: CodeBlockItemListSyntax) -> Bool {
    node.ancestors.prefix { !$0.is(FunctionDeclSyntax.self) }.contains(where: \.isLoop)
  }

  /// Returns `true` if the migration can remove a statement in a test because it only registers a
  /// closure that stops the program, as in `register { fatalError() }`. After the migration, a test
  /// that reads a dependency without a value fails anyway. Therefore, the statement is not needed
  /// if the dependency has no test value and no other code registers a value for the test.
  func isTrap(_ item: CodeBlockItemSyntax.Item) -> Bool {
    guard isTest, let call = item.as(FunctionCallExprSyntax.self),
      let (name, closure) = overridden(by: call, on: isShared), closure.isTrap,
      let factory = project.factory(name, in: source.module)
    else { return false }
    return !hasTestValue(factory)
      && !project.overrides[name, default: []].contains { !$0.isTrap && mayRun($0, inTestOf: call) }
  }

  /// Returns `true` if the code that registers `closure` may run in the same test as `call`.
  private func mayRun(_ closure: ClosureExprSyntax, inTestOf call: FunctionCallExprSyntax) -> Bool {
    let function = closure.ancestor(FunctionDeclSyntax.self)
    if function == call.ancestor(FunctionDeclSyntax.self) { return true }
    if function?.isTestFunction == true { return false }
    let owner = closure.owner?.typeName
    if let owner, isContainer(owner) { return true }
    guard project.isInTests(closure) else { return false }
    guard let owner, let test = call.owner?.typeName else { return owner == nil }
    return project.names.inherits(owner, in: test) || project.names.inherits(test, in: owner)
  }

  /// Returns `true` if migrating a registration to `prepareDependencies` would always stop the
  /// program, because the registered closure only traps, as in `{ fatalError() }`.
  /// `prepareDependencies` calls the closure immediately if readers of the dependency get a plain
  /// value. It does not if they get a closure or an object that they call to get the value.
  func stopsPreparation(_ override: (name: String, closure: ClosureExprSyntax)) -> Bool {
    (form(of: override.name) ?? .value) == .value && override.closure.isTrap
  }

  /// Reports a registration whose closure would stop the program as soon as `prepareDependencies`
  /// evaluates it.
  func noteStop(_ node: FunctionCallExprSyntax, of name: String) {
    // In a test, a registration has no effect if the factory has a value for `.onTest`, because
    // Factory prefers that value. Suggest removing the registration in this case, and outside of
    // tests.
    let hasEffect = isTest && project.factory(name, in: source.module)?.isForTests != true
    note(
      node,
      why:
        "the registered closure stops the program, and 'prepareDependencies' would call it immediately",
      write: (hasEffect ? "" : "remove the registration, or ")
        + "register a value whose use fails the test"
    )
  }

  /// Returns the factory's name and the registered closure if a call has the form
  /// `Container.shared.service.register { … }`, or `nil` otherwise.
  func overridden(
    by call: FunctionCallExprSyntax,
    on isContainer: (String?) -> Bool
  ) -> (name: String, closure: ClosureExprSyntax)? {
    guard let register = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
    let word = register.declName.baseName.text
    if word == "reset", let inner = register.base?.as(FunctionCallExprSyntax.self) {
      return overridden(by: inner, on: isContainer)
    }
    guard word == "register",
      let closure = call.onlyClosure,
      call.arguments.count == (call.trailingClosure == nil ? 1 : 0),
      let (base, name) = register.base?.member, isContainer(base),
      !isHidden(base, at: call), !closure.statements.isEmpty,
      closure.signature?.parameterClause == nil || form(of: name)?.takesArguments == true
    else { return nil }
    return (name, closure)
  }

  /// Returns the name of the modifier that directly follows `call`, or `nil` if `call` is not a
  /// registration or no modifier follows it. For example, in
  /// `Container.shared.service.register { … }.singleton`, the modifier is `singleton`, and `call`
  /// is the code before it.
  func modifier(after call: FunctionCallExprSyntax) -> DeclReferenceExprSyntax? {
    guard let member = call.parent?.as(MemberAccessExprSyntax.self), member.base?.id == call.id,
      FactoryDeclaration.isModifier(member.declName.baseName.text),
      overridden(by: call, on: { $0 == "$0" || isShared($0) }) != nil
    else { return nil }
    return member.declName
  }

  func noteModifier(_ modifier: DeclReferenceExprSyntax) {
    note(
      modifier,
      why:
        "'.\(text(modifier))' follows a registration, but an override has no modifiers, so the registration was not migrated",
      write:
        "assign the value in 'prepareDependencies', and move the modifier to the declaration of the factory"
    )
  }

  /// Reports a registered value if creating it earlier may make a difference. Factory creates the
  /// value at the first read, but `prepareDependencies` creates it immediately.
  ///
  /// It makes a difference if the code that creates the value reads other dependencies, because a
  /// dependency that has been read can no longer be prepared. In a test, it also makes a difference
  /// if that code uses a variable that is assigned after the registration. At launch, every value
  /// that is not constant is reported, because creating it early may have unwanted side effects.
  private func noteEarly(
    _ closure: ClosureExprSyntax,
    of name: String,
    at call: FunctionCallExprSyntax
  ) {
    guard let factory = project.factory(name, in: source.module),
      factory.form(in: project) == .value,
      !project.isConstant(closure, as: factory.made.nameForLookup)
    else { return }
    let reads = closure.statements.nodes(FunctionCallExprSyntax.self).contains { call in
      guard let (base, name) = call.calledExpression.member, project.factories[name] != nil
      else { return false }
      return isShared(base)
    }
    if reads {
      note(
        call,
        why:
          "the registered value is now created in 'prepareDependencies', and reads dependencies that are not prepared yet",
        write:
          "create the values that it reads in variables before 'prepareDependencies', and assign them and the value there"
      )
    } else if isTest, let variable = reassigned(by: closure, after: call) {
      note(
        call,
        why:
          "the registered value is now created in 'prepareDependencies', before '\(variable)' is assigned again",
        write:
          "assign '\(variable)' before 'prepareDependencies', or remove this comment if no read follows"
      )
    } else if !isTest, project.runTimes(of: call, in: source).contains(.launch) {
      note(
        call,
        why: "the registered value is now created in 'prepareDependencies', not at its first read",
        write:
          "remove this comment if it may be created that early, or make the dependency a 'Lazy'"
      )
    }
  }

  /// Returns the name of a variable that the registered closure uses and that is assigned after the
  /// registration, or `nil` if there is no such variable. If the registration is in `setUp`,
  /// assignments in later methods of the same test class count, too, because tests run after
  /// `setUp`. Assignments to a member of the variable, or in the closure itself, do not count.
  private func reassigned(
    by closure: ClosureExprSyntax,
    after call: FunctionCallExprSyntax
  ) -> String? {
    let names = Set(
      closure.statements.nodes(DeclReferenceExprSyntax.self).filter { name in
        let base = name.parent?.as(MemberAccessExprSyntax.self).flatMap {
          $0.declName.id == name.id ? $0.base : nil
        }
        return base.map { text($0) == "self" } ?? true
      }
      .map(\.baseName.text)
    )
    let function = call.ancestor(FunctionDeclSyntax.self)
    let isFirst = function.map { $0.name.text.hasPrefix("setUp") } ?? true
    let code = isFirst ? call.owner.map { Syntax($0) } : function.map { Syntax($0) }
    let targets = code?.nodes(SequenceExprSyntax.self).filter { assignment in
      // Ignore assignments in `tearDown`, because this method runs after the test.
      assignment.assigned != nil && assignment.position > call.position
        && !closure.byteRange.contains(assignment.start)
        && assignment.ancestor(FunctionDeclSyntax.self)?.name.text.hasPrefix("tearDown") != true
    }
    return targets?.compactMap { assignment in
      let target = assignment.elements.first?.member
      return [nil, "self"].contains(target?.base) ? target?.name : nil
    }
    .first(where: names.contains)
  }

  /// Reports a registration if its factory may already have been read, because the migrated call to
  /// `prepareDependencies` would then be ignored.
  func noteRead(before call: FunctionCallExprSyntax) {
    // Skip other registrations in the search for reads. A read in a registered closure does not
    // happen at the registration, but later: when the factory is first read or when
    // `prepareDependencies` evaluates the closure.
    let earlier = project.statements(before: call).filter {
      $0.call.flatMap { overridden(by: $0, on: isShared) } == nil
    }
    guard let name = overridden(by: call, on: isShared)?.name,
      project.factoryReads.factories(readBy: earlier).contains(name)
    else { return }
    noteRead(of: name, before: call)
  }

  /// Reports a registration in a test if the factory has a value for `.onTest`. Factory prefers
  /// that value, so the registration had no effect before the migration but takes effect after it.
  private func noteContext(of name: String, at call: FunctionCallExprSyntax) {
    guard isTest, project.factory(name, in: source.module)?.isForTests == true else { return }
    note(
      call,
      why:
        "in Factory, the value of '.onTest' overrode this registered value, which now takes effect",
      write:
        "remove the registration, or remove this comment if the test needs the registered value"
    )
  }

  /// Replaces a registration such as `service.register { Mock() }` with an assignment such as
  /// `$0.service = Mock()`.
  ///
  /// - Returns: `false` if the call is not a registration.
  func migrateOverride(by call: FunctionCallExprSyntax, on isContainer: (String?) -> Bool) -> Bool {
    guard let (name, closure) = overridden(by: call, on: isContainer) else { return false }
    if stopsPreparation((name, closure)) {
      noteStop(call, of: name)
      return true
    }
    noteUnknown(name, at: call)
    noteEarly(closure, of: name, at: call)
    noteContext(of: name, at: call)
    place(closure, as: form(of: name) ?? .value, in: call.byteRange, after: "$0.\(name) = ")
    return true
  }
}

extension ClosureExprSyntax {
  /// Whether the closure only stops the program, as in `{ fatalError() }`.
  fileprivate var isTrap: Bool { only?.as(FunctionCallExprSyntax.self)?.isFatal == true }
}

extension ExprSyntax {
  /// The base and the member name of an expression such as `container.service`, or just the name if
  /// the expression is an identifier.
  var member: (base: String?, name: String)? {
    if let member = self.as(MemberAccessExprSyntax.self), let base = member.base {
      return (base.trimmedDescription, member.declName.baseName.text)
    }
    return self.as(DeclReferenceExprSyntax.self).map { (nil, $0.baseName.text) }
  }
}

extension CodeBlockItemSyntax {
  var words: [String] { tokens(viewMode: .sourceAccurate).map(\.text) }

  /// The function call that makes up the whole statement, either directly or in the form
  /// `let _ = call()`.
  var call: FunctionCallExprSyntax? {
    let binding = item.as(VariableDeclSyntax.self)?.bindings.first
    let isDiscarded = binding?.pattern.is(WildcardPatternSyntax.self) == true
    return (isDiscarded ? binding?.initializer?.value : item.as(ExprSyntax.self))?
      .as(FunctionCallExprSyntax.self)
  }

  /// The variable at the start of the statement, such as `mock` in `mock.calls.append(1)`.
  var rootName: String? {
    var next = item.as(ExprSyntax.self)
    while let node = next {
      if let name = node.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
      next =
        node.as(AwaitExprSyntax.self)?.expression ?? node.as(TryExprSyntax.self)?.expression
        ?? node.as(FunctionCallExprSyntax.self)?.calledExpression
        ?? node.as(MemberAccessExprSyntax.self)?.base
        ?? node.as(SequenceExprSyntax.self)?.elements.first
    }
    return nil
  }
}
