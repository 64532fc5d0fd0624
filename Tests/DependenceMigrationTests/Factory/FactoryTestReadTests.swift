import DependenceMigration
import Testing

/// Tests of reads of factories without a test value. Such a read makes a migrated test fail.
struct FactoryTestReadTests {
  private func rows(_ factories: String, _ sources: String, test: String) -> [MigrationRow] {
    migrated(
      "import Factory\nextension Container {\n\(factories)\n}\n",
      from: .factory,
      beside: [
        ("Sources/App/Model.swift", "import Factory\n\(sources)\n"),
        ("Tests/AppTests/A.swift", "import Testing\n\(test)\n"),
      ]
    ).rows
  }

  /// A factory with a live value that is too long to be repeated as its test value.
  private let factory = "  var n: Factory<N> { self { let new = N(); return new }.cached }"
  private let model = "final class Model { @Injected(\\.n) var n }"

  @Test func `a read that a test reaches is reported at the factory with a remedy`() throws {
    let rows = rows(factory, model, test: "@Test func f() { _ = Model() }")

    let row = try #require(rows.first)
    #expect(rows.count == 1)
    #expect(row.line == 5)
    #expect(
      row.why == "tests reach 1 read of this factory, and fail because it has no test value"
    )
    #expect(
      row.remedy
        == "add the argument 'test:' with the initial value to keep the live value in tests, or override the dependency in them"
    )
  }

  @Test(arguments: [
    (
      "var n: Factory<N> { self { N() }.cached }", "@DependencyEntry(test: N()) var n: N = N()"
    ),
    (
      "var n: Factory<N> { self { .live }.cached }",
      "@DependencyEntry(test: .live as N) var n: N = .live"
    ),
    (
      "var n: Factory<[N]> { self { [.live] } }",
      "@DependencyEntry(test: Provider { [.live] } as Provider<[N]>) var n: Provider<[N]> = Provider { [.live] }"
    ),
    (
      "var n: Factory<N> { self { [self] in N(self.m()) } }\n  var m: Factory<M> { self { M() }.cached.onTest { M(1) } }",
      "@DependencyEntry(test: Provider { N(Dependency(\\.m).wrappedValue) }) var n: Provider<N> = Provider { N(Dependency(\\.m).wrappedValue) }\n"
        + "  @DependencyEntry(test: M(1)) var m: M = M()"
    ),
    (
      "var n: ParameterFactory<Int, N> { self { N($0) } }",
      "@DependencyEntry(test: { N($0) } as (@Sendable (Int) -> N)) var n: @Sendable (Int) -> N = { N($0) }"
    ),
    (
      "@MainActor var n: Factory<N> { self { N() } }",
      "@DependencyEntry(test: { N() } as (@MainActor @Sendable () -> N)) var n: @MainActor @Sendable () -> N = { N() }"
    ),
    (
      "var n: Factory<N> { self { isNew ? .a : .b }.cached.onPreview { .c } }",
      nil
    ),
    (
      "var n: Factory<N> { self { N() }.cached.onPreview { M() } }",
      "@DependencyEntry(preview: M(), test: N()) var n: N = N()"
    ),
    ("var n: Factory<N> { self { fatalError() }.cached }", nil),
    (
      "var n: Factory<@Sendable (Int) -> N> { self { { _ in N() } } }",
      "@DependencyEntry(test: { _ in N() } as @Sendable (Int) -> N) var n: @Sendable (Int) -> N = { _ in N() }"
    ),
  ])
  func `a short live value that a test reads becomes the test value`(
    factory: String,
    entry: String?
  ) {
    let (text, rows) = migrated(
      "import Factory\nextension Container {\n  \(factory)\n}\n",
      from: .factory,
      beside: [
        ("Sources/App/Model.swift", "import Factory\n\(model)\n"),
        ("Tests/AppTests/A.swift", "import Testing\n@Test func f() { _ = Model() }\n"),
      ]
    )

    if let entry { #expect(text.contains(entry)) }
    #expect(rows.map(\.why).contains(liveValues(count: 1)) == (entry != nil))
    #expect(rows.count == 1)
  }

  /// Returns the reason in the row about factories that keep their live values in tests.
  private func liveValues(count: Int) -> String {
    "tests reach \(count) \(count == 1 ? "read" : "reads") of factories without a test value, and the argument 'test:' keeps their live values in tests, as in Factory"
  }

  @Test func `one row counts the reads of all factories whose live values tests keep`() {
    let rows = rows(
      "  var n: Factory<N> { self { N() }.cached }\n  var m: Factory<M> { self { M() }.cached }",
      "\(model)\nfinal class Other { @Injected(\\.m) var m; @Injected(\\.n) var n }",
      test: "@Test func f() { _ = Model(); _ = Other() }"
    )

    #expect(rows.map(\.why) == [liveValues(count: 3)])
    #expect(
      rows.first?.remedy
        == "remove 'test:' from each factory whose reads must fail in tests, and then this comment"
    )
  }

  @Test(arguments: [
    ("final class Model { @Injected(\\.n) var n; func f() { Container.shared.n() } }", 2),
    ("struct Outer { final class Model { @Injected(\\.n) var n } }", 1),
    ("func Model() { g() }\nfunc g() { Container.shared.n() }", 1),
    ("final class Model { let part = Part() }\nfinal class Part { @Injected(\\.n) var n }", 1),
  ])
  func `reads are counted in all declarations that a test reaches`(sources: String, count: Int) {
    let rows = rows(factory, sources, test: "@Test func f() { _ = Model() }")

    let reads = count == 1 ? "1 read" : "\(count) reads"
    #expect(
      rows.map(\.why) == [
        "tests reach \(reads) of this factory, and fail because it has no test value"
      ]
    )
  }

  @Test func `the reads of a type that a test only names are not counted`() {
    let rows = rows(
      factory,
      "\(model)\nextension String { func read() { Container.shared.n() } }",
      test: "@Test func f() { let model: Model? = nil; _ = String(1) }"
    )

    #expect(rows.isEmpty)
  }

  @Test func `reads in the closure of a factory are counted`() {
    let factories =
      factory + "\n  var m: Factory<M> { self { let new = M(self.n()); return new } }"

    let rows = rows(
      factories,
      "struct S { @Injected(\\.m) var m }",
      test: "@Test func f() { _ = S() }"
    )

    #expect(rows.map(\.line) == [5, 7])
  }

  @Test(arguments: [
    "import Factory\n@Test func f() { Container.shared.n.register { N() }; _ = Model() }",
    "import FactoryTesting\n@Test(.container { $0.n.register { N() } }) func f() { _ = Model() }",
    "@Test func f() { _ = Other() }",
  ])
  func `a factory that tests register or do not reach is not reported`(test: String) {
    let rows = rows(factory, model + "\nstruct Other {}", test: test)

    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "  var n: Factory<N> { self { N() }.cached.onTest { N(1) } }",
    "  var n: Factory<N?> { promised() }",
  ])
  func `a factory with its own test value is not reported`(factory: String) {
    #expect(rows(factory, model, test: "@Test func f() { _ = Model() }").isEmpty)
  }

  @Test(arguments: [
    "@Test func f() { Container.shared.n.register { N() }; _ = Model() }\n@Test func g() { _ = Model() }",
    "final class T: XCTestCase {\n  func testF() { mock(); _ = Model() }\n  func testG() { _ = Model() }\n"
      + "  func mock() { Container.shared.n.register { N() } }\n}",
  ])
  func `a registration of one test does not hide the reads of another`(test: String) {
    let rows = rows(factory, model, test: "import Factory\n\(test)")

    let why = "tests reach 1 read of this factory, and fail because it has no test value"
    #expect(rows.map(\.why).contains(why))
  }

  @Test func `only reads whose live value is kept in tests are counted together`() {
    let factories =
      "  var m: Factory<N> { self { N() }.cached }\n  var p: Factory<N?> { promised() }\n\(factory)"
    let model =
      "final class Model { @Injected(\\.n) var n; @Injected(\\.m) var m; @Injected(\\.p) var p }"

    let rows = rows(factories, model, test: "@Test func f() { _ = Model() }")

    #expect(
      rows.map(\.why) == [
        "tests reach 1 read of factories without a test value, and the argument 'test:' keeps their live values in tests, as in Factory",
        "tests reach 1 read of this factory, and fail because it has no test value",
      ]
    )
  }

  @Test(arguments: [
    "class T: XCTestCase { override func setUp() { Container.shared.n.register { N() } }\n  func testF() { _ = Model() } }",
    "class B: XCTestCase { override func setUp() { Container.shared.n.register { N() } } }\n"
      + "class T: B { func testF() { _ = Model() } }",
    "struct T { init() { mock() }\n  @Test func f() { _ = Model() } }\nfunc mock() { Container.shared.n.register { N() } }",
    "@Suite(.container { $0.n.register { N() } }) struct T { struct U { @Test func f() { _ = Model() } } }",
  ])
  func `a registration before each test counts for its tests`(test: String) {
    #expect(rows(factory, model, test: "import Factory\n\(test)").isEmpty)
  }
}
