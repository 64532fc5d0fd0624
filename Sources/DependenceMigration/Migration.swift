import SwiftSyntax

/// A library that code can be migrated from.
package enum MigrationOrigin: String, CaseIterable, Sendable {
  case swiftDependencies = "swift-dependencies"
  case factory
  case swinject

  fileprivate var migrator: Migrator.Type {
    switch self {
    case .swiftDependencies: SwiftDependenciesMigrator.self
    case .factory: FactoryMigrator.self
    case .swinject: SwinjectMigrator.self
    }
  }

  /// The names of the packages that make up the replaced library.
  var packages: Set<String> {
    switch self {
    case .swiftDependencies:
      [
        "swift-dependencies", "swift-clocks", "swift-concurrency-extras", "swift-issue-reporting",
        "xctest-dynamic-overlay",
      ]
    case .factory: ["Factory"]
    case .swinject: ["Swinject", "SwinjectAutoregistration"]
    }
  }

  /// The modules of the replaced library, each with this library's modules that replace it. In both
  /// libraries, a module and the package product that contains it have the same name.
  var modules: [String: [String]] {
    switch self {
    case .swiftDependencies:
      [
        "Dependencies": ["Dependence"], "DependenciesMacros": ["DependenceMacros"],
        "DependenciesTestSupport": ["DependenceTesting"], "Clocks": ["Dependence"],
        "IssueReporting": ["Dependence"], "IssueReportingTestSupport": ["DependenceTesting"],
        "XCTestDynamicOverlay": ["Dependence"], "ConcurrencyExtras": [],
      ]
    case .factory:
      [
        "Factory": ["Dependence"], "FactoryKit": ["Dependence"], "FactoryMacros": ["Dependence"],
        "FactoryTesting": ["DependenceTesting"],
      ]
    case .swinject:
      ["Swinject": ["DependenceModules"], "SwinjectAutoregistration": ["DependenceModules"]]
    }
  }
}

/// The migration of a whole code base. The initializer parses all files, collects their edits, and
/// applies them in memory.
package struct Migration: Sendable {
  package struct File: Sendable {
    package var path: String
    package var before: String
    package var after: String
  }

  /// The files that the migration changes.
  package private(set) var files: [File] = []
  /// The rows of the report, one for each piece of code that the user has to migrate by hand,
  /// sorted by path, line, and reason.
  package private(set) var rows: [MigrationRow] = []

  /// Migrates the given files without writing them.
  ///
  /// - Parameters:
  ///   - sources: The Swift files and manifests of one code base.
  ///   - package: The manifest line that fetches `dependence`, or `nil` if the user did not provide
  ///     one.
  package init(
    of sources: [(path: String, text: String)],
    from origin: MigrationOrigin,
    package: String? = nil
  ) {
    var parsed: [MigrationSource] = []
    for (path, text) in sources {
      let source = MigrationSource(path: path, text: text)
      if source.tree.hasError {
        let why = "the file cannot be parsed, and was not changed"
        let remedy = "fix the syntax errors, and run the command again"
        let error = source.firstError
        let message = error.map { " (first error: \($0.message))" } ?? ""
        rows.append(
          MigrationRow(path: path, line: error?.line ?? 1, why: why, remedy: remedy + message)
        )
      } else {
        parsed.append(source)
      }
    }
    let before = Dictionary(sources, uniquingKeysWith: { first, _ in first })
    if origin == .swinject { parsed = Autoregistration.expand(parsed) }
    let project = ProjectIndex(parsed)
    var uses: [String: Set<String>] = [:]
    for source in parsed where !ManifestMigrator.isManifest(source) {
      let migrator = origin.migrator.init(source, from: origin, in: project)
      migrator.migrate()
      uses[source.path] = migrator.products
      finish(migrator.draft, of: before)
    }
    for source in parsed where ManifestMigrator.isManifest(source) {
      let migrator = ManifestMigrator(source, origin: origin, package: package, products: uses)
      migrator.migrate()
      finish(migrator.draft, of: before)
    }
    files.sort { $0.path < $1.path }
    rows.sort { ($0.path, $0.line, $0.why) < ($1.path, $1.line, $1.why) }
  }

  private mutating func finish(_ draft: Draft, of before: [String: String]) {
    let (text, found) = draft.finish()
    rows += found
    let path = draft.source.path
    guard text != draft.source.text else { return }
    files.append(File(path: path, before: before[path] ?? "", after: text))
  }
}

/// The base class of the migrators, with one subclass for each library that code can be migrated
/// from. Each instance collects the edits for one file.
class Migrator: SyntaxAnyVisitor {
  /// Advice for each name in the old library (the one to migrate from) that has no equivalent in
  /// this library, keyed by the name. The report shows the advice for each use of such a name.
  class var remedies: [String: String] { [:] }

  var draft: Draft
  private let origin: MigrationOrigin
  let source: MigrationSource
  let project: ProjectIndex
  /// The package products that the migrated file imports. A name with the prefix `~`, such as
  /// `~DependenceTesting`, is a test harness module. The file's target needs it only if the target
  /// depends on the old library, directly or through another target.
  var products: Set<String> = []
  /// The containers (objects that services are registered in) whose declarations the migration
  /// removes. Each element has the removed range, and the code block that the container can be used
  /// in. The block is `nil` if the declaration is not inside a function or closure.
  private var removedContainers: [(name: String, range: Range<Int>, scope: Syntax?)] = []
  /// Whether the migrated file uses names that are declared only in a test harness module, such as
  /// `DependenceTesting`.
  var needsHarness = false

  private(set) lazy var modules = Set(origin.modules.keys)
  private(set) lazy var imports = source.importedModules
  private lazy var visibleModules = project.visibleModules(in: source)
  private lazy var runners = source.runners
  private(set) lazy var isTest = source.isTest
  /// The test harness modules for the test frameworks that the file uses, such as
  /// `DependenceTesting` for Swift Testing.
  private(set) lazy var harness = (runners.isEmpty ? ["Testing"] : runners).map {
    "Dependence\($0)"
  }

  required init(_ source: MigrationSource, from origin: MigrationOrigin, in project: ProjectIndex) {
    (self.source, self.origin, self.project) = (source, origin, project)
    draft = Draft(source)
    super.init(viewMode: .sourceAccurate)
  }

  func migrate() {
    // If no test harness module is linked, a test does not fail when the tested code reports an
    // issue. Therefore, list the harness modules, such as `DependenceTesting`, for every test file,
    // marked with the prefix `~`. The manifest migrator links them if the target depends on the old
    // library.
    if isTest { products = Set(harness.map { "~" + $0 }) }
    guard !isMigrated, isReached else { return }
    walk(source.tree)
    keepUsedContainers()
    products.formUnion(rewriteImports())
    if isTest { products.formUnion(harness) }
  }

  /// Whether the file can use any of the old library's modules, because it imports one of them or a
  /// module that re-exports one.
  var isReached: Bool { !visibleModules.isDisjoint(with: modules) }

  /// Returns `true` if the file can use the declarations of a module of the old library, because it
  /// imports the module or another module that re-exports it.
  func canUse(_ module: String) -> Bool { visibleModules.contains(module) }

  /// Whether an earlier run of the command has already migrated the file.
  var isMigrated: Bool { false }

  /// Returns the modules to import instead of `module`, or `nil` if the migration leaves the import
  /// unchanged.
  func replacement(of module: String) -> [String]? {
    origin.modules[module].map { $0 == ["DependenceTesting"] ? harness : $0 }
  }

  /// Returns `true` if `name` at the given node refers to a declaration in the old library rather
  /// than one in the project.
  func isTheirs(_ name: String, at node: some SyntaxProtocol) -> Bool {
    if let qualifier = node.qualifier {
      return modules.contains(qualifier) && !project.names.isOwn(qualifier, at: node, in: source)
    }
    return !project.names.isOwn(name, at: node, in: source)
  }

  /// Returns the module name that replaces `qualifier`, a module of the old library, before `name`.
  /// For example, `Dependencies.Dependency` becomes `Dependence.Dependency`.
  func replacement(of qualifier: String, before name: String) -> String? {
    replacement(of: qualifier)?.first
  }

  /// Replaces the old library's module in a qualified name such as `Dependencies.Dependency`.
  func migrateQualifier(_ token: TokenSyntax, before name: TokenSyntax) {
    guard modules.contains(token.text), canUse(token.text),
      !project.names.isOwn(token.text, at: token, in: source)
    else { return }
    guard let new = replacement(of: token.text, before: name.text) else {
      return note(
        token,
        why: "the module '\(token.text)' does not exist in dependence",
        write: "remove the qualifier, or qualify '\(name.text)' with the module that declares it"
      )
    }
    if new != token.text { replace(token, with: new) }
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    switch node.as(SyntaxEnum.self) {
    case .declReferenceExpr(let node): noteName(node.baseName)
    case .identifierType(let node): noteName(node.name)
    case .memberAccessExpr(let node):
      if let base = node.base?.as(DeclReferenceExprSyntax.self) {
        migrateQualifier(base.baseName, before: node.declName.baseName)
      }
    case .memberType(let node):
      if let base = node.baseType.as(IdentifierTypeSyntax.self) {
        migrateQualifier(base.name, before: node.name)
        noteName(node.name)
      }
    default: break
    }
    return .visitChildren
  }

  func noteName(_ name: TokenSyntax) {
    guard let remedy = Self.remedies[name.text], isTheirs(name.text, at: name) else { return }
    note(name, why: "'\(name.text)' has no equivalent", write: remedy)
  }

  /// Moves each run of statements into a closure such as `prepareDependencies { … }`. A run
  /// consists of consecutive statements for which `isPart` returns `true`.
  ///
  /// If there is another statement between them, `isEarlier` is called. If it returns `true`, the
  /// statement moves above the closure. Otherwise, the run ends before the statement.
  ///
  /// Calls `begin` with the first statement of the first run, `again` with the first statement of
  /// each later run, and `migrate` with each wrapped statement.
  func wrapRuns(
    of list: some Sequence<CodeBlockItemSyntax>,
    in opening: String,
    _ closing: String,
    where isPart: (CodeBlockItemSyntax) -> Bool,
    before isEarlier: (CodeBlockItemSyntax) -> Bool = { _ in false },
    begin: (CodeBlockItemSyntax) -> Void = { _ in },
    migrate: (CodeBlockItemSyntax) -> Void,
    again: (CodeBlockItemSyntax) -> Void = { _ in }
  ) {
    var moved: Set<SyntaxIdentifier> = []
    var isFirst = true
    for statements in Array(list).split(whereSeparator: { !isPart($0) && !isEarlier($0) }) {
      let run = statements.filter(isPart)
      guard let first = run.first, let last = run.last else { continue }
      let line = source.newline + source.indentation(of: first)
      for item in statements
      where !isPart(item) && (first.start..<last.start).contains(item.start) {
        moved.insert(item.id)
        insert(text(item) + line, before: first)
        removeLines(of: item)
      }
      if isFirst { begin(first) } else { again(first) }
      isFirst = false
      insert(opening + (run.count == 1 ? " " : line), before: first)
      let isShort = run.allSatisfy { !source.bytes[$0.byteRange].contains(.newline) }
      if run.count > 1, isShort { for item in run { insert("  ", before: item) } }
      for item in run { migrate(item) }
      insert((run.count == 1 ? " " : line) + closing, after: Syntax(last.item))
    }
    for item in list where !isPart(item) && !moved.contains(item.id) { walk(item) }
  }

  func replace(_ range: Range<Int>, with text: String) { draft.replace(range, with: text) }

  func replace(_ node: some SyntaxProtocol, with text: String) {
    replace(node.byteRange, with: text)
  }

  func insert(_ text: String, before node: some SyntaxProtocol) {
    replace(node.start..<node.start, with: text)
  }

  func insert(_ text: String, after node: some SyntaxProtocol) {
    replace(node.end..<node.end, with: text)
  }

  /// Removes a node and the space between it and the next token.
  func removeWord(_ node: some SyntaxProtocol) {
    let next = node.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
    replace(node.start..<(next?.start ?? node.end), with: "")
  }

  /// Removes the declaration of a container (an object that services are registered in).
  /// ``keepUsedContainers()`` restores the declaration if the container is used in code that the
  /// migration does not replace.
  func removeContainer(_ name: String, declaredBy node: Syntax) {
    let scope = node.ancestors.first {
      $0.is(CodeBlockSyntax.self) || $0.is(ClosureExprSyntax.self)
    }
    removedContainers.append((name, source.lines(of: node.byteRange), scope))
    removeLines(of: node)
  }

  /// Restores the removed declaration of each container (an object that services are registered in)
  /// that is still used in code that the migration does not replace.
  func keepUsedContainers() {
    for (name, range, scope) in removedContainers where isUsed(name, in: scope, outside: range) {
      draft.keep(range)
    }
  }

  /// Returns `true` if code outside of `range` that the migration does not replace uses a variable
  /// or parameter.
  func isUsed(_ name: String, in scope: Syntax?, outside range: Range<Int>) -> Bool {
    (scope ?? Syntax(source.tree)).nodes(DeclReferenceExprSyntax.self).contains { node in
      node.baseName.text == name && [nil, "self"].contains(node.qualifier)
        && !range.contains(node.start) && !draft.replaces(node.byteRange)
    }
  }

  /// Removes a node from the source code, including its lines if they contain no other code.
  func removeLines(of node: some SyntaxProtocol) {
    replace(source.lines(of: node.byteRange), with: "")
  }

  /// Returns `true` if the given attribute, such as `@Dependency`, is the property wrapper of an
  /// instance property whose owner may be created in one dependency scope and used in another. The
  /// migrated property wrapper then needs the argument `resolve: .inherited`, so that it also uses
  /// the overrides of the scope where the owner was created.
  func isStoredReader(_ node: AttributeSyntax) -> Bool {
    guard let variable = node.parent?.parent?.as(VariableDeclSyntax.self),
      !variable.modifiers.contains(where: { $0.name.text == "static" }),
      variable.parent?.is(MemberBlockItemSyntax.self) == true, let owner = variable.owner
    else { return false }
    // A stored property of a suite or a test case needs no change. The test framework creates the
    // suite or test case in the scope of the test, so the property and the test see the same
    // overrides.
    let isTestCase =
      owner.as(ClassDeclSyntax.self).map { project.isTestCase($0.name.text) } ?? false
    let isSuite =
      owner.attributes.contains(named: "Suite")
      || owner.memberBlock.members.contains {
        $0.decl.as(FunctionDeclSyntax.self)?.attributes.contains(named: "Test") == true
      }
    // A view inherits overrides from the SwiftUI environment, so it does not matter which scope
    // SwiftUI creates the view in.
    let views: Set = ["App", "Scene", "View", "ViewModifier", "Widget"]
    return !isTestCase && !isSuite && views.isDisjoint(with: owner.inheritanceClause.names)
  }

  func note(
    _ node: some SyntaxProtocol,
    why: String,
    write remedy: String,
    removed: String? = nil
  ) {
    draft.note(node.start, why: why, write: remedy, removed: removed)
  }

  /// Reports that the migration leaves a registration unchanged because it may run after launch,
  /// when a call to `prepareDependencies` has no effect.
  func noteLate(_ node: some SyntaxProtocol) {
    note(
      node,
      why:
        "this registration may run after launch, when 'prepareDependencies' is ignored",
      write:
        "prepare the dependency at the start of the program, override it with 'withDependencies' "
        + "around the code that needs it, or let it provide an object whose content is changed here"
    )
  }

  /// Reports a call to `prepareDependencies` that runs at launch, unless it is the first such call
  /// in the project. Only the first call has an effect.
  func noteSecondAtLaunch(_ node: some SyntaxProtocol, when times: Set<RunTime>) {
    if times.contains(.launch), !project.isFirst("preparation at launch") { noteSecond(node) }
  }

  func noteSecond(_ node: some SyntaxProtocol) {
    note(
      node,
      why:
        "dependencies can be prepared only once, so this further call of 'prepareDependencies' is ignored",
      write: "move it into the first call, or wrap the code that follows in 'withDependencies'"
    )
  }

  /// Reports a registration whose dependency may have been read before, because the migrated call
  /// to `prepareDependencies` would then be ignored.
  func noteRead(of name: String, before node: some SyntaxProtocol) {
    note(
      node,
      why:
        "'\(name)' may have been read before this registration, in which case the whole call of 'prepareDependencies' is ignored",
      write:
        "prepare the dependency before its first read, or wrap the code that follows in 'withDependencies'"
    )
  }

  func text(_ node: some SyntaxProtocol) -> String { node.trimmedDescription }
}

extension SyntaxProtocol {
  /// The offset of the node's first byte after its leading trivia.
  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }

  /// The offset just past the node's last byte before its trailing trivia.
  var end: Int { max(start, endPositionBeforeTrailingTrivia.utf8Offset) }

  var byteRange: Range<Int> { start..<end }

  var isLoop: Bool { [.forStmt, .repeatStmt, .whileStmt].contains(kind) }

  var ancestors: some Sequence<Syntax> { sequence(first: Syntax(self), next: \.parent).dropFirst() }

  /// The name before the dot of a qualified name, such as `Dependencies` in
  /// `Dependencies.Dependency`. It is empty if the expression before the dot is not a simple name,
  /// and `nil` if there is no dot.
  var qualifier: String? {
    for node in [Syntax(self), parent].compactMap(\.self) {
      if let member = node.as(MemberAccessExprSyntax.self) {
        guard member.declName.id == id || member.id == id || member.declName.baseName.id == id
        else { continue }
        return member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
      }
      if let member = node.as(MemberTypeSyntax.self), member.id == id || member.name.id == id {
        return member.baseType.as(IdentifierTypeSyntax.self)?.name.text ?? ""
      }
      if let called = node.as(FunctionCallExprSyntax.self)?.calledExpression, node.id == id {
        return called.is(MemberAccessExprSyntax.self) ? called.qualifier : nil
      }
    }
    guard let reference = parent?.as(DeclReferenceExprSyntax.self) else { return nil }
    return reference.qualifier
  }

  func ancestor<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
    ancestors.lazy.compactMap { $0.as(type) }.first
  }

  var owner: (any DeclGroupSyntax)? {
    ancestors.lazy.compactMap { $0.asProtocol((any DeclGroupSyntax).self) }.first
  }

  /// Returns all nodes of the given type among this node and its descendants. If `isClosed` returns
  /// `true` for a node, the node and its descendants are skipped.
  func nodes<Node: SyntaxProtocol>(
    _ type: Node.Type,
    outside isClosed: (Syntax) -> Bool = { _ in false }
  ) -> [Node] {
    if isClosed(Syntax(self)) { return [] }
    return [self.as(type)].compactMap(\.self)
      + children(viewMode: .sourceAccurate).flatMap { $0.nodes(type, outside: isClosed) }
  }

  /// Whether the code contains a `return` statement outside of nested closures and functions.
  var returnsEarly: Bool {
    !nodes(ReturnStmtSyntax.self) {
      $0.is(ClosureExprSyntax.self) || $0.is(FunctionDeclSyntax.self)
    }.isEmpty
  }
}
