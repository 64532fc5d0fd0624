import SwiftSyntax

/// Migrates files that use swift-dependencies or its companion packages, such as swift-clocks.
final class SwiftDependenciesMigrator: Migrator {
  override class var remedies: [String: String] {
    [
      "withErrorReporting": "write 'do { … } catch { reportIssue(\"\\(error)\") }'",
      "withIssueReporters": "use 'withIssueReporter' with your own reporter",
      "TestContext": "compare 'Dependency(\\.context).wrappedValue' with '.test'",
    ]
  }
  /// Names in swift-dependencies and its companion packages whose replacements are declared only in
  /// this library's test harness modules, such as `DependenceTesting`.
  static let harnessNames: Set = [
    "TestClock", "ImmediateClock", "LockIsolated", "ActorIsolated", "withExpectedIssue",
  ]
  /// Names in swift-concurrency-extras that this library does not replace.
  static let extras: Set = [
    "AnyHashableSendable", "UncheckedSendable", "eraseToStream", "eraseToThrowingStream",
    "cancellableValue", "megaYield", "uncheckedUseMainSerialExecutor", "withMainSerialExecutor",
  ]
  static let foundationKeys: Set = [
    "calendar", "date", "locale", "notificationCenter", "preferredLocales", "timeZone",
    "urlSession", "uuid",
  ]
  private static let foundationNames: Set = ["DateGenerator", "UUIDGenerator"]
  private static let keyRemedies: [Set: String] = [
    ["mainQueue", "mainRunLoop"]:
      "declare your own key for the scheduler, or read '\\.continuousClock' and switch to the main actor",
    ["openURL"]: "declare a key whose live value opens a URL",
    [
      "defaultAppStorage", "defaultDatabase", "defaultFileStorage", "defaultInMemoryStorage",
      "defaultSyncEngine",
    ]:
      "declare your own key, because the library that declares this one depends on swift-dependencies",
  ]
  static let valuesNames: Set = ["$0", "$1", "dependencies", "values", "deps", "dependencyValues"]

  private(set) lazy var names = Set(
    source.tree.tokens(viewMode: .sourceAccurate).compactMap { token in
      if case .identifier(let name) = token.tokenKind { name } else { nil }
    }
  )
  private lazy var keepsExtras =
    Self.extras.union(isTest ? [] : ["LockIsolated"]).intersection(names)
    .contains { !project.names.isOwn($0, at: source.tree, in: source) }
    || source.tree.nodes(MemberAccessExprSyntax.self).contains(where: isStream)
  /// The import to add if the file uses swift-concurrency-extras without importing it.
  /// swift-dependencies re-exports that package, but this library does not.
  private var missingExtras: [String] {
    keepsExtras && !imports.contains("ConcurrencyExtras") ? ["ConcurrencyExtras"] : []
  }
  var needsFoundation = false
  var hasScopeProperty: Set<SyntaxIdentifier> = []
  private(set) lazy var scopeNames = findScopeNames()
  private(set) lazy var clientsWithInitialValues =
    project.clientsWithInitialValues(visibleIn: source)

  override func migrate() {
    if imports.contains("ComposableArchitecture") {
      // The Composable Architecture itself depends on swift-dependencies, so files that import it
      // stay unchanged. One row in the report is enough for all of them.
      guard project.isFirst("Composable Architecture"), let node = source.tree.statements.first
      else { return }
      let count = project.sources.count {
        $0.importedModules.contains("ComposableArchitecture")
      }
      return note(
        node,
        why: "the Composable Architecture depends on swift-dependencies",
        write: "keep using swift-dependencies in "
          + (count == 1 ? "this file" : "the \(count) files that import 'ComposableArchitecture'")
          + ", and for the dependencies that are read there"
      )
    }
    needsHarness = isTest && !names.isDisjoint(with: Self.harnessNames)
    // If the file re-exports `Dependencies`, other files may use names that are now in
    // `DependenceFoundation`, so re-export that module as well.
    needsFoundation = source.tree.imports.contains {
      $0.module == "Dependencies" && $0.node.isExported
    }
    super.migrate()
    guard isReached else {
      // Calls that create a client may need to be migrated even if the file does not import
      // swift-dependencies. The client can be declared in another file of the module, or in a
      // module that the file imports.
      if clientsWithInitialValues.values.contains(where: \.isUnmigrated) {
        for call in source.tree.nodes(FunctionCallExprSyntax.self) { migrateClient(call) }
        for member in source.tree.nodes(MemberAccessExprSyntax.self)
        where member.declName.baseName.text == "init" {
          noteInitializer(member)
        }
      }
      return
    }
    if needsHarness, imports.isDisjoint(with: modules),
      let first = source.tree.imports.first(where: { !$0.isConditional })
    {
      insert(harness.map { "import \($0)\(source.newline)" }.joined(), before: first.node)
    }
    if keepsExtras { products.insert("ConcurrencyExtras") }
  }

  // A migrated file may import swift-concurrency-extras along with this library's modules. Such a
  // file does not have to be migrated again.
  override var isMigrated: Bool {
    imports.intersection(modules) == ["ConcurrencyExtras"]
      && imports.contains { $0.hasPrefix("Dependence") }
  }

  /// The modules that swift-dependencies re-exports from its module `Dependencies`.
  private static let reexports: Set = [
    "Clocks", "ConcurrencyExtras", "IssueReporting", "XCTestDynamicOverlay",
  ]

  override func canUse(_ module: String) -> Bool {
    super.canUse(module) || Self.reexports.contains(module) && super.canUse("Dependencies")
  }

  override func replacement(of module: String) -> [String]? {
    let foundation = needsFoundation ? ["DependenceFoundation"] : []
    switch module {
    case "ConcurrencyExtras": return keepsExtras ? nil : (needsHarness ? harness : [])
    case "DependenciesMacros", "DependenciesTestSupport", "IssueReportingTestSupport":
      let extra = imports.contains("Dependencies") ? [] : foundation
      return super.replacement(of: module).map { $0 + extra }
    default:
      return super.replacement(of: module).map {
        $0 + foundation + (needsHarness ? harness : []) + missingExtras
      }
    }
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.as(SyntaxEnum.self) {
    case .attribute(let node): migrate(node)
    case .awaitExpr(let node): migrate(node)
    case .classDecl(let node): migrateTestCase(node)
    case .declReferenceExpr(let node): migrate(node)
    case .functionCallExpr(let node): return migrate(node)
    case .functionDecl(let node) where node.name.text == "invokeTest": migrateInvocation(node)
    case .genericSpecializationExpr(let node): migrate(node)
    case .identifierType(let node): migrateType(node.name, node.genericArgumentClause)
    case .keyPathExpr(let node): migrate(node)
    case .memberAccessExpr(let node):
      if let base = node.base?.as(DeclReferenceExprSyntax.self), node.lastComponent != "isTesting" {
        migrateQualifier(base.baseName, before: node.declName.baseName)
      }
      return migrate(node)
    case .memberType(let node):
      if node.isEscapedScope {
        replace(node, with: "CapturedDependencies")
        return .skipChildren
      }
      let base = node.baseType.as(IdentifierTypeSyntax.self)
      if let base { migrateQualifier(base.name, before: node.name) }
      if let base, modules.contains(base.name.text) {
        migrateType(node.name, node.genericArgumentClause)
      } else {
        rename(node.name)
      }
    case .sequenceExpr(let node): migrateContext(node)
    case .variableDecl(let node):
      if let attribute = node.attributes.first(named: "DependencyEntry"),
        isTheirs("DependencyEntry", at: attribute.attributeName)
      {
        return migrateEntry(node, attribute)
      }
      addPreviewValue(after: node)
    default: if let preview = node.preview { migratePreview(preview.arguments) }
    }
    return .visitChildren
  }

  override func replacement(of qualifier: String, before name: String) -> String? {
    if Self.foundationNames.contains(name) {
      needsFoundation = true
      return "DependenceFoundation"
    }
    if Self.harnessNames.contains(name), isTest { return harness.first }
    if Self.extras.contains(name) || Self.harnessNames.contains(name) { return "ConcurrencyExtras" }
    if qualifier == "DependenciesMacros" { return "DependenceMacros" }
    return qualifier == "DependenciesTestSupport" ? harness.first : "Dependence"
  }

  // MARK: - Readers

  private func migrate(_ node: AttributeSyntax) {
    let list = node.arguments?.as(LabeledExprListSyntax.self) ?? []
    switch project.names.original(node.attributeName.lastComponent) {
    case "Dependency":
      if list.count == 2, list.last?.label?.text == "as", let key = list.first {
        migrateCast(of: key, in: node)
      }
      if list.allSatisfy({ [nil, "as"].contains($0.label?.text) }), let last = list.last,
        isStoredReader(node) || mayOutliveScope(node)
      {
        insert(", resolve: .inherited", after: last.expression)
      }
    case "DependencyEndpoint" where list.contains { $0.label?.text == "method" }:
      note(
        node,
        why: "the method of an endpoint must have the same name as the endpoint",
        write: "remove the argument, and declare your own method in an extension"
      )
    case "DependencyIgnored", "DependencyEndpointIgnored":
      note(
        node,
        why: "'@\(node.attributeName.lastComponent)' has no equivalent",
        write:
          "remove the attribute, and give the property an initial value, which '@DependencyClient' keeps"
      )
    case "Test", "Suite": migrateTraits(list, of: node)
    default: break
    }
  }

  /// Returns `true` if a property wrapper on a static property or a local variable may be read
  /// after the program has left the dependency scope that the wrapper was created in. This is
  /// assumed for every static property, and for a local variable that is used in a nested function
  /// or in a closure that may run later.
  private func mayOutliveScope(_ node: AttributeSyntax) -> Bool {
    guard let variable = node.parent?.parent?.as(VariableDeclSyntax.self) else { return false }
    if variable.modifiers.contains(where: { $0.name.text == "static" }) { return true }
    guard let list = variable.parent?.parent?.as(CodeBlockItemListSyntax.self),
      list.parent?.is(SourceFileSyntax.self) != true
    else { return false }
    let names = variable.bindings.map { text($0.pattern) }
    return list.nodes(DeclReferenceExprSyntax.self).contains { use in
      names.contains(use.baseName.text)
        && use.ancestors.prefix { $0.id != list.id }.contains {
          $0.is(FunctionDeclSyntax.self) || $0.as(ClosureExprSyntax.self)?.runsAtOnce == false
        }
    }
  }

  /// Migrates a property wrapper that is created explicitly, as in
  /// `_service = Dependency(\.service)`. The wrapper is read later, and the read must include the
  /// overrides of the scope that the wrapper was created in.
  private func migrateReader(_ node: FunctionCallExprSyntax) {
    let variable = node.parent?.parent?.parent?.parent?.as(VariableDeclSyntax.self)
    let isStored = variable?.parent?.is(MemberBlockItemSyntax.self) == true
    guard !isTest, node.assignmentTarget != nil || isStored, node.arguments.count == 1,
      let key = node.arguments.first, key.label == nil, node.trailingClosure == nil,
      node.owner?.inheritanceClause.names.contains("View") != true
    else { return }
    insert(", resolve: .inherited", after: key.expression)
  }

  private func migrate(_ node: KeyPathExprSyntax) {
    if node.root == nil || node.root?.trimmedDescription == "DependencyValues",
      let first = node.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
    {
      noteKey(first.declName.baseName.text, at: node)
    }
  }

  private func noteKey(_ name: String, at node: some SyntaxProtocol) {
    let isOwn = project.valuesKeys.contains(name)
    if Self.foundationKeys.contains(name), !isOwn { needsFoundation = true }
    if let remedy = Self.keyRemedies.first(where: { $0.key.contains(name) })?.value, !isOwn,
      // Report the missing dependency only once for the whole project, because all reads can use
      // the one key that the user has to declare.
      project.isFirst(name)
    {
      note(node, why: "there is no dependency '\(name)'", write: remedy)
    }
  }

  private func migrate(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.declName.baseName.text
    let base = node.base?.trimmedDescription
    if name == "init" { noteInitializer(node) }
    if Self.extras.contains(name) || base == "Task" && name == "never" || isStream(node) {
      noteExtra(name, at: node.declName)
    }
    if let base, Self.valuesNames.contains(base) { noteKey(name, at: node) }
    switch (base, name) {
    case (let base?, "shouldReportUnimplemented")
    where base == "Self" || base.first?.isUppercase == true:
      noteUnimplementedCheck(node.declName)
      return .skipChildren
    case ("DependencyValues", "_current"): replace(node.declName, with: "current")
    case ("DependencyValues", "withValues"): replace(node, with: "withDependencies")
    case ("DependencyValues", "withValue"), ("DependencyValues", "withTestValues"):
      note(
        node,
        why: "'DependencyValues.\(name)' has no equivalent",
        write: "write 'withDependencies { … } operation: { … }'"
      )
    case ("IssueReporting", "isTesting"), ("XCTestDynamicOverlay", "isTesting"):
      migrateTesting(node)
      return .skipChildren
    case (nil, "immediate") where isClockValue(node):
      needsHarness = needsHarness || isTest
      replace(node, with: "ImmediateClock()")
      noteHarnessName("ImmediateClock", at: node)
    default: break
    }
    return .visitChildren
  }

  /// Returns `true` if the expression is a static member that swift-concurrency-extras adds to
  /// streams, as in `AsyncStream<Int>.never` or `{ .finished }`.
  private func isStream(_ node: MemberAccessExprSyntax) -> Bool {
    guard ["finished", "never"].contains(node.declName.baseName.text),
      !names.isDisjoint(with: ["AsyncStream", "AsyncThrowingStream"])
    else { return false }
    if let base = node.base { return text(base).hasPrefix("Async") }
    let call = node.parent?.as(FunctionCallExprSyntax.self).map(Syntax.init)
    let only = node.ancestor(ClosureExprSyntax.self)?.only
    return only.map { [Syntax(node), call].contains(Syntax($0)) } == true
  }

  /// Returns `true` if the expression is assigned to a clock dependency or passed to a trait that
  /// overrides one, as in `.dependency(\.continuousClock, .immediate)`.
  private func isClockValue(_ node: MemberAccessExprSyntax) -> Bool {
    let target =
      node.assignmentTarget
      ?? node.parent?.as(LabeledExprSyntax.self)?.parent?.as(LabeledExprListSyntax.self)?.first
      .map { Syntax($0.expression) }
    return ["continuousClock", "suspendingClock"].contains(target?.lastComponent)
  }

  // MARK: - Names

  static let testing = "(Dependency(\\.context).wrappedValue == .test)"

  /// Replaces `isTesting` with a comparison of the dependency `context` with `.test`. If the
  /// project overrides the context, also reports the replacement, because overrides did not affect
  /// `isTesting`.
  private func migrateTesting(_ node: some SyntaxProtocol) {
    replace(node, with: Self.testing)
    let overridesContext = project.references["context", default: []].contains { use in
      let base = use.node.parent?.as(MemberAccessExprSyntax.self)?.base.map { text($0) }
      return use.node.parent?.is(KeyPathPropertyComponentSyntax.self) == true && use.isTest
        || base.map(Self.valuesNames.contains) == true
    }
    guard overridesContext else { return }
    note(
      node,
      why: "'isTesting' ignored overrides of the context, but this comparison does not",
      write: "check the code that overrides the context, and remove this comment"
    )
  }

  private func migrate(_ node: DeclReferenceExprSyntax) {
    guard node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id else { return }
    switch node.baseName.text {
    case "shouldReportUnimplemented" where isTheirs("shouldReportUnimplemented", at: node):
      noteUnimplementedCheck(node)
    case "isTesting" where isTheirs("isTesting", at: node), "_XCTIsTesting":
      migrateTesting(node)
    case "UUID":
      if let call = node.parent?.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
        call.arguments.first?.label == nil
      {
        needsFoundation = true
      }
    default: rename(node.baseName)
    }
  }

  /// The names of the clock types that are generic in swift-clocks but not in this library.
  private static let clocks = ["AnyClock", "ImmediateClock", "TestClock", "UnimplementedClock"]

  private func migrateType(_ name: TokenSyntax, _ generic: GenericArgumentClauseSyntax?) {
    rename(name)
    if let generic, Self.clocks.contains(name.text) { replace(generic, with: "") }
  }

  private func migrate(_ node: GenericSpecializationExprSyntax) {
    if Self.clocks.contains(node.expression.trimmedDescription) {
      replace(node.genericArgumentClause, with: "")
    }
  }

  private func rename(_ token: TokenSyntax) {
    noteName(token)
    let name = token.text
    if Self.foundationNames.contains(name) { needsFoundation = true }
    guard isTheirs(name, at: token) else { return }
    switch name {
    case "LockIsolated", "ActorIsolated":
      if isTest { replace(token, with: "LockBox") } else { noteExtra(name, at: token) }
    case "TestClock", "ImmediateClock": noteHarnessName(name, at: token)
    case _ where Self.extras.contains(name): noteExtra(name, at: token)
    default: break
    }
  }

  private func noteHarnessName(_ name: String, at node: some SyntaxProtocol) {
    guard !isTest else { return }
    note(
      node,
      why: "'\(name)' is only available in tests, and this file is not a test",
      write: "move the code to a test, or write your own clock for previews"
    )
  }

  private func noteExtra(_ name: String, at node: some SyntaxProtocol) {
    // If the migration adds `import ConcurrencyExtras` to the file, the user only has to add the
    // package swift-concurrency-extras to the manifest, so report this only once for the whole
    // project.
    guard !imports.contains("ConcurrencyExtras"),
      !keepsExtras || imports.isDisjoint(with: modules) || project.isFirst("ConcurrencyExtras")
    else { return }
    let other =
      switch name {
      case "withMainSerialExecutor", "uncheckedUseMainSerialExecutor", "megaYield":
        "in a test, '.deterministic(seed:)' of DependenceSimulation"
      case "LockIsolated": "'Mutex' of Synchronization"
      case "ActorIsolated": "an actor"
      default: "an equivalent of the standard library"
      }
    note(
      node,
      why: "'\(name)' belongs to swift-concurrency-extras, which swift-dependencies exported",
      write: "depend on that package and 'import ConcurrencyExtras', or use \(other)"
    )
  }

  // MARK: - Calls

  private func migrate(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    migrateClient(node)
    switch node.calledExpression.lastComponent {
    case "unimplemented", "XCTUnimplemented":
      if migrateUnimplemented(node) { return walkArguments(of: node) }
    case "withDependencies"
    where node.arguments.first?.label?.text == "from" && isTheirs("withDependencies", at: node):
      migrateScope(of: node)
      return walkArguments(of: node)
    case "withDependencies" where isTheirs("withDependencies", at: node): noteView(madeBy: node)
    case "Dependency" where isTheirs("Dependency", at: node): migrateReader(node)
    case "prepareDependencies" where isTheirs("prepareDependencies", at: node):
      noteSecondAtLaunch(node, when: project.runTimes(of: node, in: source))
    case "withExpectedIssue" where isTheirs("withExpectedIssue", at: node):
      migrateExpectation(node)
    case "reportIssue" where isTheirs("reportIssue", at: node): migrateReport(node)
    case "reportIssue": noteOverloadedReport(node)
    case "XCTFail" where !imports.contains("XCTest"):
      replace(node.calledExpression.nameToken, with: "reportIssue")
      migrateReport(node, acceptsErrors: false)
    case "withEscapedDependencies" where isTheirs("withEscapedDependencies", at: node):
      // Keep the closure, and call it immediately with a captured scope:
      // `({ … })(captureDependencies())`.
      let body = Syntax(node.trailingClosure) ?? Syntax(node.arguments)
      replace(node.start..<body.start, with: "(")
      insert((node.trailingClosure == nil ? "" : ")") + "(captureDependencies())", after: node)
      return walkArguments(of: node)
    case "yield" where yieldsToScope(node):
      replace(node.calledExpression.nameToken, with: "run")
    case "withErrorReporting" where isTheirs("withErrorReporting", at: node):
      if migrateErrorReporting(node), let closure = node.trailingClosure {
        walk(closure)
        return .skipChildren
      }
    case "advance" where names.contains("TestClock"):
      if node.arguments.isEmpty, let close = node.rightParen { insert("by: .zero", before: close) }
      noteMove(node)
    case "run" where node.arguments.first?.label?.text == "timeout" && names.contains("TestClock"):
      removeArgument(0, of: node)
      note(
        node,
        why:
          "'run' has no time limit in dependence, so a task that never stops sleeping delays the test",
        write:
          "pass 'maximumSteps:' to limit the number of deadlines, or set a time limit for the test"
      )
    case "checkSuspension":
      if let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base {
        let around = node.ancestors.prefix {
          $0.is(AwaitExprSyntax.self) || $0.is(TryExprSyntax.self)
        }
        replace(Array(around).last ?? Syntax(node), with: "\(text(base)).expectNoSleepers()")
        return .skipChildren
      }
    default: break
    }
    return .visitChildren
  }

  /// Visits a call's arguments and closures after the call itself has been edited.
  private func walkArguments(of node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    walk(node.arguments)
    node.trailingClosure.map { walk($0) }
    walk(node.additionalTrailingClosures)
    return .skipChildren
  }

  private func migrate(_ node: AwaitExprSyntax) {
    guard isTest, names.contains("ActorIsolated"), isTheirs("ActorIsolated", at: node)
    else { return }
    // The variables and functions at the start of each awaited expression, such as `box` in
    // `await box.value`. Closures are skipped.
    let isClosure = { (node: Syntax) in node.is(ClosureExprSyntax.self) }
    let roots =
      node.expression.nodes(MemberAccessExprSyntax.self, outside: isClosure).compactMap {
        $0.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
      }
      + node.expression.nodes(FunctionCallExprSyntax.self, outside: isClosure).compactMap {
        $0.calledExpression.as(DeclReferenceExprSyntax.self).map { "\($0.baseName.text)()" }
      }
    if !roots.isEmpty, boxNames.isSuperset(of: roots) {
      replace(node.awaitKeyword.start..<node.expression.start, with: "")
    }
  }

  /// The names of variables that hold a `LockIsolated` or an `ActorIsolated`. In a migrated test,
  /// both become a `LockBox`, whose members are read without `await`.
  private lazy var boxNames = Set(
    source.tree.nodes(PatternBindingSyntax.self).filter { binding in
      let value = binding.initializer?.value.trimmedDescription
      let words = value ?? binding.typeAnnotation?.type.trimmedDescription ?? ""
      return words.hasPrefix("ActorIsolated") || words.hasPrefix("LockIsolated")
    }.map(\.pattern.trimmedDescription)
  )
}

extension ExprSyntax {
  var nameToken: TokenSyntax {
    let member = self.as(MemberAccessExprSyntax.self)?.declName
    return (member ?? self.as(DeclReferenceExprSyntax.self))?.baseName ?? lastToken(
      viewMode: .sourceAccurate
    )!
  }
}

extension SyntaxProtocol {
  /// The left-hand side of the assignment that assigns this expression, or `nil` if the expression
  /// is not assigned.
  var assignmentTarget: Syntax? {
    guard let list = parent?.as(ExprListSyntax.self) else { return nil }
    let all = Array(list)
    guard let index = all.firstIndex(where: { $0.id == id }), index >= 2,
      all[index - 1].is(AssignmentExprSyntax.self)
    else { return nil }
    return Syntax(all[index - 2])
  }
}
