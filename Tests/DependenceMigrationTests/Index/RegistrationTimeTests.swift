import DependenceMigration
import Testing

/// Tests of how the migration determines whether a registration runs at launch.
/// `prepareDependencies` is ignored if it is called later.
struct RegistrationTimeTests {
  private static let late =
    "this registration may run after launch, when 'prepareDependencies' is ignored"
  private static let another =
    "dependencies can be prepared only once, so this further call of 'prepareDependencies' is ignored"
  private static let factories =
    "import Factory\nstruct N {}\nextension Container { var n: Factory<N> { self { N() }.cached } }\n"

  private func rows(_ code: String) -> [String] {
    migrated(Self.factories + code, from: .factory).rows.map(\.why)
  }

  @Test(arguments: [
    "func logIn() { # }", "struct Session { func logIn() { # } }",
    "struct Session { init() { # } }\nlet session = Session()",
    "final class Delegate: UIApplicationDelegate { func application(_ a: A, didRegister b: B) { # } }",
    "@main struct Start: App { init() { fetch { config in # } } }",
    "@main struct Start: App { init() { Task { # } } }",
    "@main struct Start: App { var body: some Scene { let _ = # } }",
    "@main struct Start: App { init() { use(logIn) }\n  func logOut() { logIn() } }\nfunc logIn() { # }\nfunc later() { logIn() }",
    "let session: Int = { #; return 1 }()\nfunc later() { print(session) }",
    "struct Session { static let shared = Session()\n  init() { # } }\nfunc later() { Session.shared.start() }",
    "@main struct Start: App { init() { events.map { _ in # }.store() } }",
    "@main struct Start: App { init() { let events = Subject(); events.filter { _ in #; return true } } }",
    "@main struct Start: App { init() { [1].publisher.compactMap { _ in # } } }",
    "func f(_ events: Publisher) { events.map { _ in # } }\n@main struct Start: App { init() { f(a) } }",
  ])
  func `a registration that may run after launch is kept and reported`(code: String) {
    let call = "Container.shared.n.register { N() }"
    let code = code.replacing("#", with: call)

    let (text, rows) = migrated(Self.factories + code + "\n", from: .factory)

    #expect(text.contains(call))
    #expect(rows.map(\.why) == [Self.late])
  }

  @Test(arguments: [
    "@main struct Start: App { init() { # } }",
    "@main struct Start: App { init() { configure() }\n  func configure() { # } }",
    "@main enum Start { static func main() { Start.configure() }\n  static func configure() { # } }",
    "final class Delegate: UIResponder, UIApplicationDelegate { func application(_ a: A, didFinishLaunchingWithOptions o: O) -> Bool { #; return true } }",
    "@main struct Start: App { init() { Services().start() } }\nstruct Services { func start() { # } }",
    "@main struct Start: App { init() { _ = Services() } }\nstruct Services { init() { [1].forEach { _ in # } } }",
    "@main struct Start: App { init() { [1].map { _ in # } } }",
    "@main struct Start: App { init() { (1...2).map { _ in # } } }",
  ])
  func `a registration that runs at launch becomes a preparation`(code: String) {
    let (text, rows) = migrated(
      Self.factories + code.replacing("#", with: "Container.shared.n.register { N() }") + "\n",
      from: .factory
    )

    #expect(text.contains("prepareDependencies { $0.n = N() }"))
    #expect(rows.isEmpty)
  }

  private static let early =
    "the registered value is now created in 'prepareDependencies', not at its first read"

  @Test(arguments: [("make()", early), ("Container.shared.m()", reading), ("N()", nil)])
  func `a registered value that is created too early is reported`(value: String, why: String?) {
    let (_, rows) = migrated(
      Self.factories
        + "extension Container { var m: Factory<N> { self { N() }.cached } }\n"
        + "@main struct Start: App { init() { Container.shared.n.register { \(value) } } }\n",
      from: .factory
    )

    #expect(rows.map(\.why) == [why].compactMap(\.self))
  }

  private static let reading =
    "the registered value is now created in 'prepareDependencies', and reads dependencies that are not prepared yet"

  @Test(arguments: [
    ("let n = N()\n    #\n    n.a = 1", false), ("var n = N()\n    #\n    n = N()", true),
    ("var n = N()\n    n = N()\n    #", false), ("#\n    self.n = N()", true),
    ("#\n  }\n  func g() {\n    n = N()", false),
  ])
  func `a test that assigns a registered variable again is reported`(body: String, isRow: Bool) {
    let rows = rowsOfTestCase("func testA() {\n    \(body)\n  }")

    #expect(rows == (isRow ? [Self.assigned] : []))
  }

  @Test(arguments: [("func testA()", true), ("override func tearDown()", false)])
  func `a registration in setUp is reported if a test assigns its variable again`(
    function: String,
    isRow: Bool
  ) {
    let rows = rowsOfTestCase(
      "override func setUp() {\n    n = N()\n    #\n  }\n  \(function) {\n    n = N()\n  }"
    )

    #expect(rows == (isRow ? [Self.assigned] : []))
  }

  @Test(arguments: [
    "let n = N(); n.a = 1; return n", "let a = n; a.n = 2; return a",
    "var n = N(); n = N(); return n",
    "other.n",
  ])
  func `an assignment to a member or in the registered closure is not reported`(value: String) {
    let (_, rows) = migrated(
      "import Factory\nimport XCTest\nfinal class ATests: XCTestCase {\n  func testA() {\n"
        + "    Container.shared.a.register { \(value) }\n    other.n = N()\n    model.a = 1\n  }\n}\n",
      from: .factory,
      at: "Tests/AppTests/A.swift"
    )

    #expect(rows.isEmpty)
  }

  private static let assigned =
    "the registered value is now created in 'prepareDependencies', before 'n' is assigned again"

  private func rowsOfTestCase(_ functions: String) -> [String] {
    let (_, rows) = migrated(
      "import Factory\nimport XCTest\nfinal class ATests: XCTestCase {\n  var n: N!\n"
        + "  \(functions.replacing("#", with: "Container.shared.a.register { self.n }"))\n}\n",
      from: .factory,
      at: "Tests/AppTests/A.swift"
    )
    return rows.map(\.why)
  }

  @Test(arguments: [("make()", nil), ("Container.shared.m()", reading)])
  func `a value that a test registers is reported only if it reads dependencies`(
    value: String,
    why: String?
  ) {
    let (_, rows) = migrated(
      "import Factory\nimport Testing\n@Test func f() { Container.shared.n.register { \(value) } }\n",
      from: .factory,
      at: "Tests/AppTests/A.swift"
    )

    #expect(rows.map(\.why) == [why].compactMap(\.self))
  }

  private static let read =
    "'n' may have been read before this registration, in which case the whole call of 'prepareDependencies' is ignored"

  @Test(arguments: [
    "print(Container.shared.n()); #", "let a = Model(); #", "use(); #", "use(); if isOn { # }",
    "use(); start()", "print(resolve(\\.m)); #",
  ])
  func `a registration after a read of its factory is reported`(code: String) {
    let call = "Container.shared.n.register { N() }"
    let (_, rows) = migrated(
      Self.factories
        + "extension Container { var m: Factory<M> { self { M(self.n()) } } }\n"
        + "final class Model { @Injected(\\.n) var n }\nfunc use() { _ = Model() }\n"
        + "func start() { \(call) }\n"
        + "@main struct Start: App { init() { \(code.replacing("#", with: call)) } }\n",
      from: .factory
    )

    #expect(rows.map(\.why).filter { $0 == Self.read }.count == 1, "\(rows)")
  }

  @Test(arguments: [
    "print(1); #", "print(Container.shared.k()); #", "func use() { _ = Container.shared.n() }; #",
  ])
  func `a registration before all reads of its factory is not reported`(code: String) {
    let (_, rows) = migrated(
      Self.factories + "extension Container { var k: Factory<N> { self { N() } } }\n"
        + "@main struct Start: App { init() { \(code.replacing("#", with: "Container.shared.n.register { N() }")) } }\n",
      from: .factory
    )

    #expect(rows.isEmpty)
  }

  @Test(arguments: [(".onTest { N(1) }", 1), ("", 0)])
  func `a registration that an onTest value hid is reported`(modifier: String, count: Int) {
    let (_, rows) = migrated(
      "import Factory\nimport Testing\n@Test func f() { Container.shared.n.register { N() } }\n",
      from: .factory,
      at: "Tests/AppTests/A.swift",
      beside: [
        (
          "Sources/App/A.swift",
          "import Factory\nextension Container { var n: Factory<N> { self { N() }.cached\(modifier) } }\n"
        )
      ]
    )

    let why =
      "in Factory, the value of '.onTest' overrode this registered value, which now takes effect"
    #expect(rows.map(\.why) == Array(repeating: why, count: count))
  }

  @Test func `a second preparation at launch is reported, even in another file`() {
    let start =
      "import Factory\n@main struct Start: App { init() { Container.shared.n.register { N() }; more() } }\n"

    let (_, rows) = migrated(
      Self.factories,
      from: .factory,
      beside: [
        ("Sources/App/A.swift", start),
        (
          "Sources/App/B.swift",
          "import Factory\nfunc more() { Container.shared.n.register { N() } }\n"
        ),
      ]
    )

    #expect(rows.map(\.why) == [Self.another])
    #expect(rows.map(\.path) == ["Sources/App/B.swift"])
  }

  @Test(arguments: [
    "func logIn(_ c: Shelf) { c.register(A.self) { _ in A() } }",
    "class C { lazy var box = Assembler([A()]) }",
    "class C { static let box = Assembler([A()]) }",
    "func logIn() { shelf.apply(assemblies: [A()]) }",
  ])
  func `a Swinject registration that may run after launch is kept and reported`(code: String) {
    let (text, rows) = migrated("import Swinject\n\(code)\n", from: .swinject)

    #expect(text.hasSuffix("\n\(code)\n"))
    #expect(rows.map(\.why).contains(Self.late))
  }

  @Test func `a second prepareDependencies call is reported`() {
    let (_, rows) = migrated(
      """
      import Dependencies
      @main struct Start: App {
        init() {
          prepareDependencies { $0.a = 1 }
          prepareDependencies { $0.b = 1 }
        }
      }

      """
    )

    #expect(rows.map(\.why) == [Self.another])
    #expect(rows.map(\.line) == [6])
  }

  @Test func `code of an earlier preview does not precede a registration`() {
    let rows = rows(
      "#Preview { let _ = Container.shared.n(); V() }\n"
        + "#Preview { let _ = Container.shared.n.register { N() }; V() }\n"
    )

    #expect(rows.isEmpty)
  }
}
