import SwiftSyntax

/// Migrates a file that was written for swift-dependencies and the packages that come with it.
final class SwiftDependenciesMigrator: Migrator {
  // They export each other.
  override class var modules: Set<String> {
    [
      "Dependencies", "DependenciesMacros", "DependenciesTestSupport", "Clocks",
      "ConcurrencyExtras", "IssueReporting", "IssueReportingTestSupport", "XCTestDynamicOverlay",
    ]
  }
  override class var remedies: [String: String] {
    [
      "withErrorReporting": "write 'do { … } catch { reportIssue(\"\\(error)\") }'",
      "withIssueReporters": "write 'withIssueReporter', with a reporter of your own",
    ]
  }
  /// Names of the harness, which links into test bundles alone.
  static let harnessNames: Set = [
    "TestClock", "ImmediateClock", "LockIsolated", "ActorIsolated", "withExpectedIssue",
  ]
  /// Names that stay in swift-concurrency-extras.
  static let extras: Set = [
    "AnyHashableSendable", "UncheckedSendable", "eraseToStream", "eraseToThrowingStream",
    "megaYield",
    "uncheckedUseMainSerialExecutor", "withMainSerialExecutor",
  ]
  static let foundationKeys: Set = [
    "calendar", "date", "locale", "notificationCenter", "preferredLocales", "timeZone",
    "urlSession", "uuid",
  ]
  private static let ownKey =
    "declare a key of your own: the library that has it is built on swift-dependencies"
  private static let keyRemedies = {
    let scheduler =
      "declare a key of your own for the scheduler, or read '\\.continuousClock' and hop with 'MainActor'"
    let library =
      "what declares it is built on swift-dependencies; declare a key of your own for it"
    return [
      "mainQueue": scheduler, "mainRunLoop": scheduler,
      "openURL": "declare a key whose live value opens a URL",
      "defaultAppStorage": ownKey, "defaultDatabase": ownKey, "defaultFileStorage": ownKey,
      "defaultInMemoryStorage": ownKey, "defaultSyncEngine": ownKey,
    ]
  }()
  static let valuesNames: Set = ["$0", "$1", "dependencies", "values", "deps", "dependencyValues"]

  private(set) lazy var names = Set(
    source.tree.tokens(viewMode: .sourceAccurate).compactMap { token in
      if case .identifier(let name) = token.tokenKind { name } else { nil }
    }
  )
  private lazy var keepsExtras =
    Self.extras.union(isTest ? [] : ["LockIsolated"]).intersection(names).contains(where: isTheirs)
  /// The import that swift-dependencies did in the place of the file.
  private var missingExtras: [String] {
    keepsExtras && !imports.contains("ConcurrencyExtras") ? ["ConcurrencyExtras"] : []
  }
  var needsFoundation = false
  var hasScopeProperty: Set<SyntaxIdentifier> = []

  override func migrate() {
    if imports.contains("ComposableArchitecture"), let node = source.tree.statements.first {
      note(
        node,
        why: "the Composable Architecture is built on swift-dependencies",
        write: "keep this file and what it reads on swift-dependencies"
      )
      return
    }
    needsHarness = isTest && !names.isDisjoint(with: Self.harnessNames)
    // Other files may need what one file exports.
    needsFoundation = source.tree.imports.contains {
      $0.module == "Dependencies" && $0.node.isExported
    }
    super.migrate()
    let imports = source.tree.imports
    let isReached = !self.imports.union(project.reexports).isDisjoint(with: Self.modules)
    if isReached, needsHarness, self.imports.isDisjoint(with: Self.modules),
      let first = imports.first(where: { !$0.isConditional })
    {
      insert(harness.map { "import \($0)\(source.newline)" }.joined(), before: first.node)
    }
    if isReached, keepsExtras { products.insert("ConcurrencyExtras") }
  }

  // The one module that may stay.
  override var isMigrated: Bool {
    imports.intersection(Self.modules) == ["ConcurrencyExtras"]
      && imports.contains { $0.hasPrefix("Dependence") }
  }

  override func replacement(of module: String) -> [String]? {
    let foundation = needsFoundation ? ["DependenceFoundation"] : []
    let core = ["Dependence"] + foundation + (needsHarness ? harness : []) + missingExtras
    let extra = imports.contains("Dependencies") ? [] : foundation
    switch module {
    case "Dependencies", "Clocks", "IssueReporting", "XCTestDynamicOverlay": return core
    case "DependenciesMacros": return ["DependenceMacros"] + extra
    case "DependenciesTestSupport", "IssueReportingTestSupport": return harness + extra
    case "ConcurrencyExtras": return keepsExtras ? nil : (needsHarness ? harness : [])
    default: return nil
    }
  }

  // MARK: - Readers

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    switch node.attributeName.trimmedDescription.lastComponent {
    case "Dependency": migrateReader(node)
    case "DependencyEndpoint":
      if case .argumentList(let list)? = node.arguments,
        list.contains(where: { $0.label?.text == "method" })
      {
        note(
          node,
          why: "an endpoint's method cannot have another name than the endpoint",
          write: "write '@DependencyEndpoint' alone, and a method of your own in an extension"
        )
      }
    case "DependencyIgnored":
      note(
        node,
        why: "there is no '@DependencyIgnored'",
        write: "remove it, and give the property an initial value"
      )
    case "Test", "Suite": migrateTraits(node)
    default: break
    }
    return .visitChildren
  }

  private func migrateReader(_ node: AttributeSyntax) {
    guard case .argumentList(let list)? = node.arguments, list.count == 1, let key = list.first,
      isStoredReader(node)
    else { return }
    insert(", resolve: .inherited", after: key)
  }

  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.root == nil || node.root?.trimmedDescription == "DependencyValues",
      let first = node.components.first?.component.as(KeyPathPropertyComponentSyntax.self)?.declName
        .baseName.text
    else { return .visitChildren }
    noteKey(first, at: Syntax(node))
    return .visitChildren
  }

  private func noteKey(_ name: String, at node: Syntax) {
    if Self.foundationKeys.contains(name), isTheirs(name) { needsFoundation = true }
    if let remedy = Self.keyRemedies[name], isTheirs(name),
      // One key of the project's own is enough for all readers.
      project.isFirst(name)
    {
      note(node, why: "there is no dependency '\(name)'", write: remedy)
    }
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.declName.baseName.text
    let base = node.base?.trimmedDescription
    if Self.extras.contains(name) || base == "Task" && name == "never",
      !imports.contains("ConcurrencyExtras")
    {
      noteExtra(name, at: Syntax(node.declName))
    }
    if let base, Self.valuesNames.contains(base) { noteKey(name, at: Syntax(node)) }
    switch (base, name) {
    case ("DependencyValues", "_current"): replace(node.declName, with: "current")
    case ("IssueReporting", "isTesting"), ("XCTestDynamicOverlay", "isTesting"):
      replace(node, with: Self.testing)
      return .skipChildren
    case (nil, "immediate"):
      if isClockValue(Syntax(node)) {
        needsHarness = needsHarness || isTest
        replace(node, with: "ImmediateClock()")
        noteHarnessName("ImmediateClock", at: Syntax(node))
      }
    default: break
    }
    return .visitChildren
  }

  /// True if a value is assigned to a clock, or bound to one by a trait.
  private func isClockValue(_ node: Syntax) -> Bool {
    let target =
      node.assignmentTarget
      ?? node.parent?.as(LabeledExprSyntax.self)?.parent?.as(LabeledExprListSyntax.self)?.first
      .map { Syntax($0.expression) }
    return ["continuousClock", "suspendingClock"].contains(target?.trimmedDescription.lastComponent)
  }

  // MARK: - Names

  static let testing = "(Dependency(\\.context).wrappedValue == .test)"

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id else {
      return .visitChildren
    }
    switch node.baseName.text {
    case "isTesting" where isTheirs("isTesting"), "_XCTIsTesting": replace(node, with: Self.testing)
    case "UUID":
      if let call = node.parent?.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
        call.arguments.first?.label == nil
      {
        needsFoundation = true
      }
    case "DateGenerator", "UUIDGenerator": needsFoundation = true
    default: rename(node.baseName)
    }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if ["DateGenerator", "UUIDGenerator"].contains(node.name.text) { needsFoundation = true }
    rename(node.name)
    if ["TestClock", "ImmediateClock"].contains(node.name.text),
      let generic = node.genericArgumentClause
    {
      replace(generic, with: "")
    }
    return .visitChildren
  }

  override func visit(_ node: GenericSpecializationExprSyntax) -> SyntaxVisitorContinueKind {
    if ["TestClock", "ImmediateClock", "UnimplementedClock"].contains(
      node.expression.trimmedDescription
    ) {
      replace(node.genericArgumentClause, with: "")
    }
    return .visitChildren
  }

  override func visit(_ node: MemberTypeSyntax) -> SyntaxVisitorContinueKind {
    if node.trimmedDescription == "DependencyValues.Continuation" {
      replace(node, with: "DependencyContinuation")
      return .skipChildren
    }
    return .visitChildren
  }

  private func rename(_ token: TokenSyntax) {
    noteName(token)
    let name = token.text
    guard isTheirs(name) else { return }
    switch name {
    case "LockIsolated", "ActorIsolated":
      if isTest {
        replace(token, with: "LockBox")
      } else if !imports.contains("ConcurrencyExtras") {
        noteExtra(name, at: Syntax(token))
      }
    case "TestClock", "ImmediateClock": noteHarnessName(name, at: Syntax(token))
    case _ where Self.extras.contains(name) && !imports.contains("ConcurrencyExtras"):
      noteExtra(name, at: Syntax(token))
    default: break
    }
  }

  private func noteHarnessName(_ name: String, at node: Syntax) {
    guard !isTest else { return }
    note(
      node,
      why: "'\(name)' links into tests alone, and this is none",
      write: "move it to a test, or write a clock of your own for previews"
    )
  }

  private func noteExtra(_ name: String, at node: Syntax) {
    // The import is written; the package is fetched once.
    guard
      !keepsExtras || imports.isDisjoint(with: Self.modules) || project.isFirst("ConcurrencyExtras")
    else { return }
    let other =
      switch name {
      case "withMainSerialExecutor", "uncheckedUseMainSerialExecutor", "megaYield":
        "in a test, '.deterministic(seed:)' of DependenceSimulation"
      case "LockIsolated": "'Mutex' of Synchronization"
      case "ActorIsolated": "an actor"
      default: "what the standard library has"
      }
    note(
      node,
      why: "'\(name)' is of swift-concurrency-extras, which swift-dependencies brought along",
      write: "depend on that package and 'import ConcurrencyExtras', or write \(other)"
    )
  }

  // MARK: - Calls

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    migrateClient(node)
    switch node.calledExpression.trimmedDescription.lastComponent {
    case "unimplemented", "XCTUnimplemented": migrateUnimplemented(node)
    case "withDependencies" where node.arguments.first?.label?.text == "from":
      migrateScope(of: node)
    case "withExpectedIssue" where isTheirs("withExpectedIssue"): migrateExpectation(node)
    case "reportIssue" where isTheirs("reportIssue"): migrateReport(node)
    case "XCTFail" where !imports.contains("XCTest"):
      replace(node.calledExpression, with: "reportIssue")
      migrateReport(node)
    case "withEscapedDependencies" where isTheirs("withEscapedDependencies"):
      // The closure stays where it is: it is called with a capture.
      let body = Syntax(node.trailingClosure) ?? Syntax(node.arguments)
      replace(node.start..<body.start, with: "(")
      insert(
        node.trailingClosure == nil ? "(captureDependencies())" : ")(captureDependencies())",
        after: node
      )
    case "withErrorReporting" where isTheirs("withErrorReporting"):
      if migrateErrorReporting(node), let closure = node.trailingClosure {
        walk(closure)
        return .skipChildren
      }
    case "advance" where node.arguments.isEmpty && names.contains("TestClock"):
      if let close = node.rightParen { insert("by: .zero", before: close) }
    case "run" where node.arguments.first?.label?.text == "timeout" && names.contains("TestClock"):
      removeArgument(0, of: node)
    case "checkSuspension":
      if let base = node.calledExpression.as(MemberAccessExprSyntax.self)?.base {
        let whole = node.ancestors.prefix {
          $0.is(AwaitExprSyntax.self) || $0.is(TryExprSyntax.self)
        }.last(where: { _ in true })
        replace(whole ?? Syntax(node), with: "\(text(base)).expectNoSleepers()")
        return .skipChildren
      }
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    guard isTest, names.contains("ActorIsolated"), isTheirs("ActorIsolated") else {
      return .visitChildren
    }
    // The variables on whose members the expression calls, but for what closures in it do.
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
    return .visitChildren
  }

  /// The variables that hold a box of swift-concurrency-extras.
  private lazy var boxNames = Set(
    source.tree.nodes(PatternBindingSyntax.self).filter { binding in
      let value = binding.initializer?.value.trimmedDescription
      let words = value ?? binding.typeAnnotation?.type.trimmedDescription ?? ""
      return words.hasPrefix("ActorIsolated") || words.hasPrefix("LockIsolated")
    }.map(\.pattern.trimmedDescription)
  )

  // MARK: - Previews and test cases

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    if node.macroName.text == "Preview" { migratePreview(node.arguments) }
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.macroName.text == "Preview" { migratePreview(node.arguments) }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "invokeTest" { migrateInvocation(node) }
    return .visitChildren
  }
}

extension Syntax {
  /// The target of the assignment of an expression.
  var assignmentTarget: Syntax? {
    guard let list = parent?.as(ExprListSyntax.self) else { return nil }
    let all = Array(list)
    guard let index = all.firstIndex(where: { $0.id == id }), index >= 2,
      all[index - 1].is(AssignmentExprSyntax.self)
    else { return nil }
    return Syntax(all[index - 2])
  }
}
