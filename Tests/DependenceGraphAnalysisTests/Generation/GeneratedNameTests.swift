import GoldenFiles
import Testing

@testable import DependenceGraphAnalysis

/// Tests of individual lines of generated code, and of graphs without findings.
struct GeneratedNameTests {
  private func code(_ source: String) -> String {
    let analysis = Analysis(of: source)
    #expect(Validator.findings(in: analysis).map(\.message) == [])
    return GeneratedFile.source(of: analysis, module: "App")
  }

  @Test(arguments: [
    ("struct", "  init("), ("package struct", "  package init("),
    ("public struct", "  public init("),
    ("open class", "  public convenience init("), ("final class", "  convenience init("),
  ])
  func `a generated initializer has the access level of its root`(modifier: String, line: String) {
    let code = code(
      """
      @Instantiable \(modifier) App { @Instantiated let log: Log; init(log: Log) {} }
      @Instantiable struct Log {}
      """
    )

    #expect(code.contains("\n\(line)) {\n"))
  }

  /// Each argument contains a member of a root, and a line of the code that is generated for it.
  @Test(arguments: [
    ("@Instantiated let Leaf: Leaf", "let Leaf_2: App::Leaf = make_Leaf()"),
    ("@Instantiated let App: Leaf", "let App_2: Leaf = make_Leaf()"),
    ("@Instantiated let leaf: Leaf", "let leaf: Leaf = make_Leaf()"),
    ("@Forwarded let Config: Config", "  init(Config Config_2: App::Config) {"),
    ("@Forwarded let overrides: Int", "    overrides overrides_2: Int,"),
    ("@Forwarded let line: Int", "    line line_2: Int,"),
    ("@Forwarded let _location: Int", "    _location _location_2: Int,"),
    ("@Forwarded let other: Int", "    other: Int,"),
  ])
  func `generated variables do not shadow types or names in the generated test`(
    member: String,
    line: String
  ) {
    let name = member.split(separator: " ")[2].dropLast()
    let type = member.split(separator: " ")[3]
    let code = code(
      """
      @Instantiable(isRoot: true) struct App { \(member); @Instantiated let user: User }
      @Instantiable struct Leaf {}
      struct Config {}
      @Instantiable struct User { @Received let \(name): \(type) }
      """
    )

    #expect(code.contains(line), "\(code)")
  }

  /// Each argument contains a suffix of the type of a property, and the length of the first line of
  /// the function that is generated for the property.
  @Test(arguments: [("", 100), ("?", 51)])
  func `a function is on one line if it fits into 100 columns`(mark: String, length: Int) {
    let name = String(repeating: "N", count: 25)
    let code = code(
      """
      @Instantiable struct App { @Instantiated let a: \(name)\(mark) }
      @Instantiable struct \(name) {}
      """
    )

    let lines = code.split(separator: "\n").filter { $0.contains("func supply_a") }
    #expect(lines.map { $0.count } == [length])
  }

  /// Each argument contains a property of the root, an additional argument of the alias, the type
  /// of the alias, and the generated call that creates the type with the alias.
  @Test(arguments: [
    ("@Instantiated let a: A", "", "AnyP", "Leaf(b: AnyP(a))"),
    ("@Instantiated let a: A", ", onlyIfAvailable: true", "AnyP?", "Leaf(b: a.map { AnyP($0) })"),
  ])
  func `an alias is wrapped in its erased type if a value is available`(
    above: String,
    arguments: String,
    type: String,
    call: String
  ) {
    let code = code(
      """
      @Instantiable struct App { \(above); @Instantiated let leaf: Leaf }
      @Instantiable struct A {}
      struct AnyP {}
      @Instantiable struct Leaf {
        @Received(
          fulfilledByDependencyNamed: "a", ofType: A.self,
          erasedToConcreteExistential: true\(arguments)
        ) let b: \(type)
      }
      """
    )

    #expect(code.contains(call), "\(code)")
  }

  /// Each argument contains the members of a root, and the generated line that passes the value to
  /// an alias of an optional property.
  @Test(arguments: [
    ("@Instantiated let a: A; @Instantiated let leaf: Leaf", "Leaf(b: a_A)"),
    ("@Instantiated let c: A; @Instantiated let leaf: Leaf", "Leaf(b: a_A)"),
    (
      """
      @Instantiated let a: A?
      @Received(fulfilledByDependencyNamed: "a", ofType: Optional<A>.self, onlyIfAvailable: true)
      let b: P?
      """,
      "self.init(a: a, b: a)"
    ),
  ])
  func `an alias of an optional property refers to the property itself`(
    members: String,
    line: String
  ) {
    let code = code(
      """
      protocol P {}
      @Instantiable struct App { \(members) }
      @Instantiable struct A: P {}
      @Instantiable struct Leaf {
        @Received(fulfilledByDependencyNamed: "a", ofType: Optional<A>.self, onlyIfAvailable: true)
        let b: P?
      }
      """
    )

    #expect(code.contains("\(line)\n"), "\(code)")
  }

  @Test(arguments: [
    """
    @Instantiable open class App { @Instantiated let log: Log }
    @Instantiable public struct Log {}
    """,
    "@Instantiable(isRoot: true) struct App { @Forwarded let a: () -> Void }",
    """
    typealias F = () -> Void
    @Instantiable(isRoot: true) struct App { @Forwarded let a: F; init(a: @escaping F) {} }
    """,
    """
    class Base { init() {} }
    @Instantiable(isRoot: true) final class App: Base {
      @Forwarded let a: Int
      @Instantiated let b: B
    }
    @Instantiable struct B {}
    """,
    """
    class A: B { init(a: Int) {} }
    class B: A { init(b: Int) {} }
    @Instantiable final class App: A { @Instantiated let c: C }
    @Instantiable struct C {}
    """,
    "@Instantiable struct App { init() {} }",
    """
    class Base { init() {} }
    class Middle: Base { init(number: Int) {} }
    @Instantiable final class App: Middle { @Instantiated let b: B; init(b: B) {} }
    @Instantiable struct B {}
    """,
    """
    class Base { init(number: Int) {} }
    class Middle: Base { let count = 0 }
    @Instantiable final class App: Middle { @Instantiated let b: B; init(b: B) {} }
    @Instantiable struct B {}
    """,
    """
    class Base { private init() {}; init(number: Int) {} }
    @Instantiable final class App: Base { @Instantiated let b: B; init(b: B) {} }
    @Instantiable struct B {}
    """,
  ])
  func `a graph for which code can be generated has no findings`(source: String) {
    let analysis = Analysis(of: source)

    #expect(GeneratedFile.findings(in: analysis).map(\.message) == [])
  }

  @Test func `a package type cannot take an internal type in its generated initializer`() {
    let analysis = Analysis(
      of:
        """
        @Instantiable package struct App { @Instantiated let log: Log }
        @Instantiable struct Log {}
        """
    )

    #expect(GeneratedFile.findings(in: analysis).map(\.owner) == ["App"])
  }

  @Test
  func `the generated suite contains each property under a root once, and each finding`() throws {
    var project = Project([
      "App/App.swift": """
      @Instantiable(isRoot: true) struct App {
        @Forwarded let id: Int
        @Instantiated let numbers: Store<Int>
        @Instantiated let words: Store<String>
        @Instantiated let missing: Missing
        @Dependency(\\.client) var client
        @Dependency(ClientKey.self) var key
      }
      @Instantiable struct Store<Value> { @Received let id: Int; @Received let none: Value }
      @Instantiable struct Orphan { @Received let id: Int }
      enum ClientKey: TestDependencyKey {}
      extension DependencyValues { var client: Int { self[test: ClientKey.self] } }
      """
    ])
    project.files.append(FileSummary(path: "Folder/Gone.swift", module: ""))
    let analysis = Analysis(project)
    let findings =
      Validator.findings(in: analysis) + [
        .unreadable("Folder/Gone.swift", "it is gone"), .unreadable("", "all are gone"),
      ]

    let suite = GraphSuite.source(of: analysis, findings: findings, module: "App")

    try GoldenFile("Graph/Generated/Suite.txt").expect(suite)
  }

  @Test
  func `the generated suite reports a read whose key is unknown unless a comment allows it`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct App {
          @Dependency(\\.known) var known
          @Dependency(\\.elsewhere) var elsewhere
          // dependence:allow-missing-live: another framework provides it
          @Dependency(\\.allowed) var allowed
        }
        extension DependencyValues { @DependencyEntry var known: Int = 1 }
        """
    )

    let suite = GraphSuite.source(of: analysis, findings: [], module: "App")

    let checks = suite.split(separator: "\n").filter { $0.contains("Check(\"App: ") }
    let unknown = """
      \"the read of '\\\\.elsewhere' was not checked, because the scanned files do not show whether its key \
      has a live value
      """
    #expect(checks.map { $0.contains(unknown) } == [false, true, false])
    #expect(checks.map { $0.hasSuffix(", isWarning: true),") } == [false, true, false])
    #expect(checks.allSatisfy { $0.contains("nil") != $0.contains(unknown) })
    #expect(suite.contains("severity: isWarning ? .warning : .error"))
  }

  // MARK: - Roots and lookup

  @Test func `a generic root stays a root when another type creates a specialisation`() {
    let graph = Analysis(
      of: """
        @Instantiable(isRoot: true) struct Box<Value> { @Forwarded let value: Value }
        @Instantiable struct App { @Instantiated let box: Instantiator<Box<Int>> }
        """
    ).graph

    #expect(graph.roots.map { graph.nodes[$0].createdType.description } == ["Box<Value>", "App"])
    #expect(graph.nodes.map(\.createdType.description).contains("Box<Int>"))
  }

  @Test func `a property resolves to the type of its own module before another module's`() throws {
    let analysis = Analysis(
      of: [
        "A/A.swift": "@Instantiable public struct Service {}",
        "Z/Z.swift": """
        @Instantiable struct Service {}
        @Instantiable struct Root { @Instantiated let service: Service }
        """,
      ]
    )
    let root = try #require(analysis.graph.nodes.first { $0.createdType.description == "Root" })

    let child = try #require(root.properties[0].child)
    #expect(analysis.graph.nodes[child].type.module == "Z")
  }

  @Test func `preparing a key that is not declared leaves its live value unknown`() {
    let analysis = Analysis(
      of: """
        @Instantiable struct App { @Dependency(\\.elsewhere) var a; @Dependency(\\.own) var b }
        func start() { prepareDependencies { $0.elsewhere = 1; $0.own = 2 } }
        extension DependencyValues { var own: Int { self[test: OwnKey.self] } }
        """
    )
    let keys = KeyIndex(analysis)

    #expect(analysis.project.keyReads.map { keys.verdict(on: $0).state } == [.unknown, .live])
  }
}
