import SwiftSyntax

// Decides which container resets, such as `Container.shared.reset()`, the migration can remove from
// tests. A reset discards a container's instances and registrations. A migrated test starts with
// fresh defaults, so it needs no reset before its first read or registration, nor after its last
// read. Reads and registrations in code that runs before each test, such as `setUp` or a trait,
// count as well. Any other reset has an effect: subsequent reads get a new instance instead of a
// registered value. This library has no equivalent for such a reset, so it must not be removed
// silently.
extension FactoryMigrator {
  /// Returns `true` if all a statement does is reset a container, or assign a container or `nil` to
  /// a variable that holds one. The migration can remove such a statement at the beginning or the
  /// end of a test.
  func isReset(_ item: CodeBlockItemSyntax.Item) -> Bool {
    if let elements = item.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
      let target = elements.first, let value = elements.last, isShared(text(target)),
      elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
    {
      return isSharedContainer(value) || value.is(NilLiteralExprSyntax.self)
        || isTest && isNewContainer(value)
    }
    guard isTest else { return false }
    if let ending = item.as(DeferStmtSyntax.self) {
      return !ending.body.statements.isEmpty
        && ending.body.statements.allSatisfy { isReset($0.item) }
    }
    // Match a reset such as `Scope.singleton.reset()`, but not a registration followed by a reset,
    // such as `service.register { … }.reset()`.
    guard let call = item.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      let path = member.base?.trimmedDescription, !path.contains("("), !path.contains("{"),
      !isHidden(path.split(separator: ".").first.map(String.init), at: call)
    else { return false }
    let base = path.split(separator: ".").dropLast().joined(separator: ".")
    return ["pop", "push", "reset"].contains(member.declName.baseName.text)
      && (isShared(path) || isShared(base.isEmpty ? nil : base) || path.hasPrefix("Scope."))
  }

  /// Returns `true` if the code may read a dependency because it calls a function, accesses a
  /// member, or contains an attribute such as a property wrapper. Resets are ignored, and so are
  /// registrations of closures that only stop the program.
  private func mayRead(_ node: some SyntaxProtocol) -> Bool {
    let isSkipped = { (node: Syntax) in
      node.as(CodeBlockItemSyntax.self).map { self.isReset($0.item) || self.isTrap($0.item) }
        == true
    }
    return !node.nodes(AttributeSyntax.self, outside: isSkipped).isEmpty
      || node.nodes(FunctionCallExprSyntax.self, outside: isSkipped)
        .contains { $0.calledExpression.is(DeclReferenceExprSyntax.self) }
      || node.nodes(MemberAccessExprSyntax.self, outside: isSkipped)
        .contains { $0.base?.is(SuperExprSyntax.self) != true }
  }

  /// Returns `true` if a reset may run after a read or a registration and before a later read. The
  /// migration cannot remove such a reset, because it may change what the later read returns.
  func isBetweenReads(_ item: CodeBlockItemSyntax) -> Bool {
    // Assigning an existing container, unlike a new one, discards no instances, so do not treat it
    // as a reset between reads.
    if let value = item.item.as(SequenceExprSyntax.self)?.elements.last, !isNewContainer(value) {
      return false
    }
    return isBetweenReads(Syntax(item), (false, false), visited: [])
  }

  /// Returns `true` if the code in `node` may run between two reads of dependencies. A registration
  /// counts as a read, because a reset discards it.
  ///
  /// The search for these reads continues in the enclosing blocks and, if the code belongs to a
  /// function that is not a test, at all uses of this function in tests.
  ///
  /// - Parameters:
  ///   - reads: Whether a read before the code and a read after the code have been found so far.
  ///   - visited: The functions whose uses are already being searched. Recursive uses of these
  ///     functions are skipped.
  private func isBetweenReads(
    _ node: Syntax,
    _ reads: (before: Bool, after: Bool),
    visited: Set<SyntaxIdentifier>
  ) -> Bool {
    var (before, after) = reads
    var inner = node
    for outer in node.ancestors {
      switch outer.as(SyntaxEnum.self) {
      case .codeBlockItemList(let list):
        let readers = readers(in: list).filter { $0.id != inner.id }
        // A `defer` statement runs after all other statements in its block.
        let isDeferred = inner.as(CodeBlockItemSyntax.self)?.item.is(DeferStmtSyntax.self) == true
        let rest = readers.drop { !isDeferred && $0.position < inner.position }
        before = before || (isDeferred ? !readers.isEmpty : rest.count < readers.count)
        after = after || !isDeferred && !rest.isEmpty
      case .closureExpr(let closure):
        switch closure.receiver?.calledExpression.lastComponent {
        case "beforeEach", "beforeSuite", "justBeforeEach":
          return before || hasPreparation(around: outer)
        case "addTeardownBlock", "afterEach", "afterSuite": return after
        case "it": return after && (before || hasPreparation(around: outer))
        case "assumeIsolated": break
        // The migration cannot tell when other functions call the closures that they receive, so
        // assume that such a closure may run between two reads.
        default: if !closure.runsAtOnce || mayRead(outer) { return true }
        }
      case .functionDecl(let function):
        if function.isTestFunction { return after && (before || isUsed(before: function)) }
        let isOverride = function.modifiers.contains { $0.name.text == "override" }
        switch function.name.text {
        case "setUp" where isOverride, "setUpWithError" where isOverride:
          let isStatic = function.modifiers.contains { ["class", "static"].contains($0.name.text) }
          return before || !isStatic && isUsed(before: function)
        case "tearDown" where isOverride, "tearDownWithError" where isOverride: return after
        default: return isBetweenReads(usesOf: function, (before, after), visited: visited)
        }
      case .initializerDecl(let initializer):
        return !initializer.isOfTests || before || isUsed(before: initializer)
      case .deinitializerDecl(let deinitializer): return !deinitializer.isOfTests || after
      case .accessorBlock, .memberBlockItem: return true
      default:
        let called = outer.as(FunctionCallExprSyntax.self)?.calledExpression
        let others = outer.children(viewMode: .sourceAccurate).filter {
          $0.id != inner.id && $0.id != called?.id && mayRead($0)
        }
        before = before || others.contains { $0.position < inner.position }
        after = after || others.contains { $0.position > inner.position }
        if outer.isLoop, mayRead(outer) { return true }
      }
      inner = outer
    }
    return before && after
  }

  /// Returns `true` if code that runs before the given test, `setUp` method, or initializer may
  /// read a factory or register a value for one.
  private func isUsed(before declaration: some DeclSyntaxProtocol) -> Bool {
    project.factoryReads.runsCodeWithFactories(before: declaration, in: project)
  }

  /// Returns `true` if other closures that the test framework Quick runs before the given closure,
  /// such as those passed to `beforeEach`, may read a factory or register a value for one.
  private func hasPreparation(around node: Syntax) -> Bool {
    let lists = node.ancestors.compactMap { $0.as(CodeBlockItemListSyntax.self) }
    let calls = lists.joined().compactMap { $0.item.as(FunctionCallExprSyntax.self) }
    return calls.contains { call in
      ["beforeEach", "beforeSuite", "justBeforeEach"].contains(text(call.calledExpression))
        && call.trailingClosure.map { $0.id != node.id && mayRead($0.statements) } == true
    }
  }

  private func isBetweenReads(
    usesOf function: FunctionDeclSyntax,
    _ reads: (before: Bool, after: Bool),
    visited: Set<SyntaxIdentifier>
  ) -> Bool {
    if visited.contains(function.id) { return false }
    let uses = project.uses(of: function).filter(\.isTest)
    // The uses of `function` may be outside of a container (a type that declares factories). Code
    // there cannot refer to a factory by name alone, so do not search it for such names.
    let wasInContainer = isInContainer
    isInContainer = false
    defer { isInContainer = wasInContainer }
    return uses.isEmpty
      || uses.contains { use in
        // A function that is used as a value may be called at any time, even between two reads.
        use.node.call.map {
          isBetweenReads($0, reads, visited: visited.union([function.id]))
        } ?? true
      }
  }

  private func readers(in list: CodeBlockItemListSyntax) -> [CodeBlockItemSyntax] {
    let used = usedNames(in: list)
    return Array(list).filter { (isPart($0) || !isMock($0, used)) && mayRead($0) }
  }
}

extension DeclSyntaxProtocol {
  /// Whether the declaration belongs to a type that contains test functions.
  fileprivate var isOfTests: Bool {
    owner?.memberBlock.members.contains {
      $0.decl.as(FunctionDeclSyntax.self)?.isTestFunction == true
    } == true
  }
}

extension Syntax {
  /// The call to the function or method that this node names, or `nil` if the name is not called.
  fileprivate var call: Syntax? {
    let member = parent?.as(MemberAccessExprSyntax.self).flatMap {
      Syntax($0.declName) == self ? Syntax($0) : nil
    }
    let called = member ?? self
    let call = called.parent?.as(FunctionCallExprSyntax.self)
    return call.flatMap { Syntax($0.calledExpression) == called ? Syntax($0) : nil }
  }
}
