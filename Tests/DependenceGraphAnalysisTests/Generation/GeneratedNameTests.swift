import GoldenFiles
import Testing

@testable import DependenceGraphAnalysis

/// Single lines of generated code, and graphs that nothing is wrong with.
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
  func `an initialiser is as visible as its root`(modifier: String, line: String) {
    let code = code(
      """
      @Instantiable \(modifier) App { @Instantiated let log: Log; init(log: Log) {} }
      @Instantiable struct Log {}
      """
    )

    #expect(code.contains("\n\(line)) {\n"))
  }

  /// The members of a root, and a line of its code.
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
  func `a value is not called as a type, or as what a test is made of`(
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

  /// A mark after a type, and the length of the line that begins the function that makes it.
  @Test(arguments: [("", 100), ("?", 51)])
  func `a function is on one line of at most a hundred columns`(mark: String, length: Int) {
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

  /// A property above, one that is received under another name, and the call that makes its owner.
  @Test(arguments: [
    ("@Instantiated let a: A", "", "AnyP", "Leaf(b: AnyP(a))"),
    ("@Instantiated let a: A", ", onlyIfAvailable: true", "AnyP?", "Leaf(b: a.map { AnyP($0) })"),
  ])
  func `an alias that is erased is wrapped, if it is there`(
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

  /// The members of a root, and the line that makes a leaf of them, whose alias is of an optional.
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
  func `an alias of an optional is the value itself, beside its owner or above`(
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
  ])
  func `a graph of which code can be made has no finding`(source: String) {
    let analysis = Analysis(of: source)

    #expect(GeneratedFile.findings(in: analysis).map(\.message) == [])
  }

  @Test func `a package's type takes no internal one in its generated initialiser`() {
    let analysis = Analysis(
      of:
        """
        @Instantiable package struct App { @Instantiated let log: Log }
        @Instantiable struct Log {}
        """
    )

    #expect(GeneratedFile.findings(in: analysis).map(\.owner) == ["App"])
  }

  @Test func `a suite has each place under a root once, and every problem`() throws {
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

  // MARK: - Roots and preferences

  @Test func `a generic root is one as it is declared, whoever makes a specialisation`() {
    let graph = Analysis(
      of: """
        @Instantiable(isRoot: true) struct Box<Value> { @Forwarded let value: Value }
        @Instantiable struct App { @Instantiated let box: Instantiator<Box<Int>> }
        """
    ).graph

    #expect(graph.roots.map { graph.nodes[$0].createdType.description } == ["Box<Value>", "App"])
    #expect(graph.nodes.map(\.createdType.description).contains("Box<Int>"))
  }

  @Test func `a module's own type is made, wherever another stands`() throws {
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

  @Test func `what is prepared and not declared is not known`() {
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
