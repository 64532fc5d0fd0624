import DependenceMigration
import Testing

/// Registrations that replace a factory.
struct FactoryOverrideTests {
  private static let path = "Tests/AppTests/File.swift"

  @Test(arguments: [
    ("Container.shared.a.register(.late) { A() }", true),
    ("Container.shared.a.register {}", true), ("Container.shared.a.register { x in A(x) }", true),
    ("cells.a.register { A() }", false),
  ])
  func `a registration of another shape stays`(call: String, isRow: Bool) {
    let entry = "extension Container { var a: Factory<A> { self { A() }.cached } }\n"

    let (text, rows) = migrated("import Factory\n\(entry)func f() { \(call) }\n", from: .factory)

    #expect(text.hasSuffix("func f() { \(call) }\n"))
    #expect(rows.map(\.why) == (isRow ? ["there is no shared container"] : []))
  }

  @Test(arguments: [
    ("Tests/AppTests/File.swift", "func f() { # }", "Container.shared.q.register { fatalError() }"),
    ("Sources/App/File.swift", "func f() { # }", "Container.shared.q.register { fatalError() }"),
    (
      "Tests/AppTests/File.swift", "func f() { g { # } }",
      "Container.shared.q.register { fatalError() }"
    ),
    (
      "Tests/AppTests/File.swift", "@Suite(.container { # }) struct S {}",
      "$0.q.register { fatalError() }"
    ),
  ])
  func `a registration that would stop the preparation stays, and is a row`(
    path: String,
    code: String,
    call: String
  ) {
    let (text, rows) = migrated(
      "import Factory\nimport Testing\n\(code.replacing("#", with: call))\n"
        + "extension Container { var q: Factory<Q> { self { Q() }.cached.onTest { Q(1) } } }\n",
      from: .factory,
      at: path
    )

    #expect(text.contains("{ \(call) }"))
    #expect(
      rows.map(\.why) == [
        "the registered closure stops the program, and a preparation would evaluate it at once"
      ]
    )
  }

  @Test func `only a deferred block of resets goes`() {
    let (text, rows) = migrated(
      "import Factory\nimport XCTest\nfunc f() {\n  defer { close() }\n"
        + "  defer { Container.shared.reset(); Scope.cached.reset() }\n  defer {}\n  g()\n}\n",
      from: .factory,
      at: Self.path
    )

    #expect(
      text == "import Dependence\nimport XCTest\nfunc f() {\n  defer { close() }\n  defer {}\n"
        + "  g()\n}\n"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a registration of a member ends with a reset that goes`() {
    let (text, rows) = migrated(
      "import Factory\nfunc f() { Container.shared.a.register { .mock }.reset(.scope) }\n",
      from: .factory,
      at: Self.path
    )

    #expect(text == "import Dependence\nfunc f() { prepareDependencies { $0.a = .mock } }\n")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("Container.shared.a().reset()", "Dependency(\\.a).wrappedValue.reset()"),
    ("Container.shared.c { b }.reset()", "Dependency(\\.c).wrappedValue { b }.reset()"),
  ])
  func `a reset of what a factory made is none of the factory`(before: String, after: String) {
    let (text, rows) = migrated(
      "import Factory\nextension Container { var c: ParameterFactory<() -> B, C> { self { C($0) }.onTest { C($0) } } }\n"
        + "func f() { \(before) }\n",
      from: .factory,
      at: Self.path
    )

    #expect(text.hasSuffix("\nfunc f() { \(after) }\n"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("Container.shared.reset()", "there is no shared container"),
    ("Container.shared.manager.pop()", "there is no shared container"),
    ("Container.shared.a.reset()", "there is no shared container"),
    ("Scope.cached.reset()", "there is no 'Scope'"),
  ])
  func `a reset between two reads stays, and is a row`(reset: String, why: String) {
    let (text, rows) = migrated(
      "import Factory\n@Test func f() {\n  first()\n  \(reset)\n  second()\n}\n",
      from: .factory,
      at: Self.path
    )

    #expect(text.contains("  \(reset)\n"))
    #expect(rows.map(\.why) == [why])
  }

  @Test(arguments: [
    ("super.setUp()\n  let m = Mock()", "Container.shared.a.register { m }"),
    ("first()", "super.tearDown()"), ("first()", "model = nil"),
  ])
  func `a reset before or after all reads goes`(before: String, after: String) {
    let (text, rows) = migrated(
      "import Factory\nimport XCTest\nfunc f() {\n  \(before)\n  Container.shared.reset()\n  \(after)\n}\n",
      from: .factory,
      at: Self.path
    )

    #expect(!text.contains("reset"))
    #expect(rows.isEmpty)
  }

  @Test func `a variable without a container goes where it is set to nothing`() {
    let (text, rows) = migrated(
      "import Factory\nclass A {\n  var box: Container?\n  func f() {\n    box = nil\n    g()\n  }\n}\n",
      from: .factory
    )

    #expect(text == "import Dependence\nclass A {\n  func f() {\n    g()\n  }\n}\n")
    #expect(rows.isEmpty)
  }

  private static let second =
    "dependencies are prepared once, and this is another preparation, which is ignored"

  @Test(arguments: ["init()", "func setUp()"])
  func `a preparation before each test makes that of a test the second one`(first: String) {
    let (_, rows) = migrated(
      "import Factory\nimport Testing\nstruct S {\n"
        + "  \(first) { Container.shared.a.register { A() } }\n"
        + "  @Test func reads() { Container.shared.a.register { B() } }\n}\n",
      from: .factory,
      at: Self.path
    )

    #expect(rows.map(\.why) == [Self.second])
    #expect(rows.map(\.line) == [6])
  }

  @Test func `a second call of a function that prepares is a row`() {
    let (_, rows) = migrated(
      "import Factory\nextension Container { func mock() { a.register { A() } } }\n"
        + "func f() {\n  Container.shared.mock()\n  Container.shared.mock()\n}\n",
      from: .factory
    )

    #expect(rows.map(\.why) == [Self.second])
    #expect(rows.map(\.line) == [6])
  }

  @Test func `a statement between two registrations that reads stays there`() {
    let (text, rows) = migrated(
      "import Factory\nfunc f() {\n  Container.shared.a.register { A() }\n"
        + "  @Injected(\\.e) var b\n  Container.shared.c.register { C(b) }\n}\n",
      from: .factory,
      at: Self.path
    )

    #expect(
      text.hasPrefix(
        "import Dependence\nfunc f() {\n  prepareDependencies { $0.a = A() }\n"
          + "  @Dependency(\\.e, resolve: .captured) var b\n"
      )
    )
    #expect(rows.map(\.why) == [Self.second])
  }

  @Test func `a mock starts after the registrations that it started after`() {
    let (text, rows) = migrated(
      "import Factory\nfunc f() {\n  let a = A()\n  Container.shared.a.register { a }\n"
        + "  let b = B()\n  Container.shared.b.register { b }\n  a.start()\n}\n",
      from: .factory,
      at: Self.path
    )

    #expect(
      text == "import Dependence\nfunc f() {\n  let a = A()\n  let b = B()\n"
        + "  prepareDependencies {\n    $0.a = a\n    $0.b = b\n  }\n  a.start()\n}\n"
    )
    #expect(rows.isEmpty)
  }
}
