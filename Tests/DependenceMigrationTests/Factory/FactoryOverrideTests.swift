import DependenceMigration
import Testing

/// Tests of registrations that override a factory, and of calls that reset them.
struct FactoryOverrideTests {
  private static let path = "Tests/AppTests/File.swift"

  @Test(arguments: [
    ("Container.shared.a.register(.late) { A() }", true),
    ("Container.shared.a.register {}", true), ("Container.shared.a.register { x in A(x) }", true),
    ("cells.a.register { A() }", false),
  ])
  func `a registration in an unsupported form is left unchanged`(call: String, isRow: Bool) {
    let entry = "extension Container { var a: Factory<A> { self { A() }.cached } }\n"

    let (text, rows) = migrated("import Factory\n\(entry)func f() { \(call) }\n", from: .factory)

    #expect(text.hasSuffix("func f() { \(call) }\n"))
    #expect(rows.map(\.why) == (isRow ? ["the shared container has no equivalent"] : []))
  }

  @Test(arguments: [
    ("Container.shared.a.register { A() }.singleton", "func f() { # }"),
    ("Container.shared.a.register { A() }.scope(.session)", "func f() { # }"),
    ("Container.shared.a.register { A() }.cached.reset()", "func f() { if b { # } }"),
    ("Container.shared.a.register { A() }\n.onTest { B() }", "func f() { g { # } }"),
    ("$0.a.register { A() }.cached", "@Suite(.container { # }) struct S {}"),
  ])
  func `a modifier of a registration is kept and reported`(call: String, code: String) {
    let (text, rows) = migrated(
      "import Factory\nextension Container { var a: Factory<A> { self { A() }.cached } }\n"
        + "\(code.replacing("#", with: call))\n",
      from: .factory
    )

    #expect(text.contains("a.register { A() }"))
    #expect(!text.contains("prepareDependencies {"))
    #expect(rows.count == 1)
    #expect(
      rows.allSatisfy {
        $0.why.hasSuffix(
          "follows a registration, but an override has no modifiers, so the registration was not migrated"
        )
      },
      "\(rows)"
    )
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
  func `a registered closure that stops the program is kept and reported`(
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
        "the registered closure stops the program, and 'prepareDependencies' would call it immediately"
      ]
    )
  }

  @Test(arguments: [
    (".cached", "@Test func f() { # }", "@Test func g() { _ = Model() }"),
    (
      ".cached", "final class T: Base { func testF() { # } }",
      "class Base: XCTestCase { override func setUp() { % } }"
    ),
    (
      ".cached", "@Suite(.container { $0.q.register { Q(1) } }) struct S { @Test func f() { # } }",
      ""
    ),
    (".cached", "@Test func f() { fill(); # }", "func fill() { % }"),
    (
      ".cached", "@Test func f() { Container.shared.fill(); # }",
      "extension Container { func fill() { q.register { Q(1) } } }"
    ),
  ])
  func `a trap is kept if the test would otherwise read a test value or a mock`(
    scope: String,
    test: String,
    other: String
  ) {
    let trap = "Container.shared.q.register { fatalError() }"

    let (text, rows) = trapped(test.replacing("#", with: trap), beside: other, in: scope)

    #expect(text.contains("{ \(trap) }") || text.contains("; \(trap) }"))
    #expect(
      rows.map(\.why) == [
        "the registered closure stops the program, and 'prepareDependencies' would call it immediately"
      ]
    )
    #expect(rows.map(\.remedy) == ["register a value whose use fails the test"])
  }

  @Test func `a trap in a provider is migrated if the entry has a test value`() {
    let (text, rows) = trapped(
      "@Test func f() { Container.shared.q.register { fatalError() } }",
      beside: "@Test func g() { _ = Model() }"
    )

    #expect(text.contains("{ prepareDependencies { $0.q = Provider { fatalError() } } }"))
    #expect(rows.isEmpty)
  }

  /// Migrates a test of a project that also contains a model, which reads the factory `q`, and
  /// other test code. Returns the new text of the test and the rows of the report about it. In
  /// `other`, `%` is replaced by a registration of `q`.
  private func trapped(
    _ test: String,
    beside other: String,
    in scope: String = ""
  ) -> (text: String, rows: [MigrationRow]) {
    let mock = "Container.shared.q.register { Q(1) }"
    let factory = "extension Container { var q: Factory<Q> { self { Q() }\(scope) } }"
    let (text, rows) = migrated(
      "import Factory\nimport Testing\n\(test)\n",
      from: .factory,
      at: Self.path,
      beside: [
        (
          "Sources/App/Q.swift",
          "import Factory\n\(factory)\nfinal class Model { @Injected(\\.q) var q }\n"
        ),
        (
          "Tests/AppTests/Other.swift",
          "import Factory\nimport XCTest\n\(other.replacing("%", with: mock))\n"
        ),
      ]
    )
    return (text, rows.filter { $0.path == Self.path })
  }

  @Test func `a trap for a factory that is not declared in the migrated files is kept`() {
    let (text, rows) = migrated(
      "import Factory\nimport Testing\n@Test func f() { Container.shared.q1.register { fatalError() } }\n",
      from: .factory,
      at: Self.path
    )

    #expect(text.contains("@Test func f() { Container.shared.q1.register { fatalError() } }"))
    #expect(rows.count == 1)
  }

  @Test func `a trap is removed if only another test registers a mock`() {
    let (text, rows) = migrated(
      "import Factory\nimport Testing\n@Test func f() {\n  Container.shared.q.register { fatalError() }\n}\n"
        + "@Test func g() { Container.shared.q.register { Q(1) } }\n",
      from: .factory,
      at: Self.path
    )

    #expect(text.contains("@Test func f() {\n}\n"))
    #expect(rows.isEmpty)
  }

  @Test func `a registered closure keeps the values that it captures`() {
    let (text, _) = migrated(
      "import Factory\nimport XCTest\n"
        + "func f() { Container.shared.q.register { [n = m + 1] in Q(n) } }\n"
        + "extension Container { var q: Factory<Q> { self { Q() }.cached } }\n",
      from: .factory,
      at: Self.path
    )

    #expect(text.contains("$0.q = { [n = m + 1] in Q(n) }()"), "\(text)")
  }

  @Test func `a defer block is removed only if it contains just resets`() {
    let (text, rows) = migrated(
      "import Factory\nimport XCTest\nimport Testing\n@Test func f() {\n  defer { close() }\n"
        + "  defer { Container.shared.reset(); Scope.cached.reset() }\n  defer {}\n  g()\n}\n",
      from: .factory,
      at: Self.path
    )

    #expect(
      text
        == "import Dependence\nimport XCTest\nimport Testing\n@Test func f() {\n  defer { close() }\n  defer {}\n"
        + "  g()\n}\n"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a reset at the end of a registration is removed`() {
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
  func `a reset call on an instance from a factory is kept`(before: String, after: String) {
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
    ("Container.shared.reset()", "the shared container has no equivalent"),
    ("Container.shared.manager.pop()", "the shared container has no equivalent"),
    ("Container.shared.a.reset()", "the shared container has no equivalent"),
    ("Scope.cached.reset()", "'Scope' has no equivalent"),
  ])
  func `a reset between two reads is kept and reported`(reset: String, why: String) {
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
  func `a reset before or after all reads is removed`(before: String, after: String) {
    let (text, rows) = migrated(
      "import Factory\nimport Testing\n@Test func f() {\n  \(before)\n  Container.shared.reset()\n  \(after)\n}\n",
      from: .factory,
      at: Self.path
    )

    #expect(!text.contains("reset"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "@Test func f() {\n  first()\n  if isOn {\n    #\n  }\n  second()\n}",
    "@Test func f() {\n  if model.isOn {\n    #\n  }\n  second()\n}",
    "@Test func f() {\n  for _ in 0..<2 {\n    #\n    second()\n  }\n}",
    "@Test func f() {\n  first()\n  do {\n    defer { # }\n  }\n  second()\n}",
    "@Test func f() {\n  first()\n  renew()\n  second()\n}\nfunc renew() {\n  #\n}",
    "@Test func f() {\n  first()\n  run { renew() }\n  second()\n}\nfunc renew() {\n  #\n}",
    "@Test func f() {\n  let renew = {\n    #\n  }\n  first()\n  renew()\n  second()\n}",
    "@Test func f() {\n  let model = Model(onEnd: renew)\n  model.end()\n}\n"
      + "func renew() {\n  #\n}",
    "@Test func f() {\n  onEnd {\n    #\n  }\n  first()\n}",
    "@Test func f() {\n  [1, 2].forEach { _ in\n    #\n    first()\n  }\n}",
    "@Test func f() {\n  first()\n  setUp()\n  second()\n}\nfunc setUp() {\n  #\n}",
    "struct S {\n  init() {\n    #\n  }\n}", "public func renew() {\n  #\n}",
    "public func run() {\n  defer { # }\n  first()\n}",
    "class T: XCTestCase {\n  override func setUp() {\n    first()\n    #\n  }\n}",
    "class T: XCTestCase {\n  override func tearDown() {\n    #\n    second()\n  }\n}",
  ])
  func `a reset that may run between two reads is kept and reported`(code: String) {
    let code = code.replacing("#", with: "Container.shared.reset()")

    let (text, rows) = migrated(
      "import Factory\nimport XCTest\n\(code)\n",
      from: .factory,
      at: Self.path
    )

    #expect(text.contains("Container.shared.reset()"))
    #expect(rows.map(\.why) == ["the shared container has no equivalent"])
  }

  @Test(arguments: [
    "struct S {\n  init() { Container.shared.a.register { A() } }\n  @Test func f() {\n    #\n    read()\n  }\n}",
    "struct S {\n  init() { Container.shared.fillAll() }\n  @Test func f() {\n    #\n    read()\n  }\n}",
    "struct S {\n  init() { prepare() }\n  @Test func f() {\n    #\n    read()\n  }\n}\n"
      + "func prepare() { Container.shared.a.register { A() } }",
    "@Suite(.container { $0.a.register { A() } }) struct S {\n  @Test func f() {\n    #\n    read()\n  }\n}",
    "@Suite(.container { $0.a.register { A() } }) struct S {\n  struct U {\n    @Test func f() {\n      #\n      read()\n    }\n  }\n}",
    "@Suite(.container { $0.a.register { A() } }) struct S {\n  init() {\n    #\n  }\n  @Test func f() { read() }\n}",
    "struct S {\n  @Test(.container { $0.a.register { A() } }) func f() {\n    #\n    read()\n  }\n}",
    "class T: XCTestCase {\n  override func setUp() { Container.shared.a.register { A() } }\n"
      + "  func testF() {\n    #\n    read()\n  }\n}",
    "class T: XCTestCase {\n  override func setUp() { Container.shared.a.register { A() } }\n"
      + "  func testF() { clean(); read() }\n  func clean() {\n    #\n  }\n}",
    "class B: XCTestCase { override func setUp() { Container.shared.a.register { A() } } }\n"
      + "class T: B {\n  override func setUp() {\n    super.setUp()\n    #\n    read()\n  }\n}",
    "class T: XCTestCase {\n  let model = Model()\n  func testF() {\n    #\n    read()\n  }\n}\n"
      + "final class Model { let a = Container.shared.a() }",
    "class S: QuickSpec {\n  override class func spec() {\n    beforeEach { Container.shared.a.register { A() } }\n"
      + "    it(\"reads\") {\n      #\n      read()\n    }\n  }\n}",
    "@Test func f() {\n  let container = Container.shared\n  container.a.register { A() }\n  #\n  read()\n}",
  ])
  func `a reset of a registration that runs before the test is kept and reported`(code: String) {
    let reset = "Container.shared.a.reset()"

    let (text, rows) = migrated(
      "import Factory\nimport XCTest\nfunc read() { _ = Container.shared.a() }\n"
        + "\(code.replacing("#", with: reset))\n",
      from: .factory,
      at: Self.path,
      beside: [
        (
          "Sources/App/Letters.swift",
          "import Factory\nextension Container {\n  var a: Factory<A> { self { A() }.cached.onTest { A(0) } }\n"
            + "  func fillAll() { a.register { A() } }\n}\n"
        )
      ]
    )

    #expect(text.contains(reset))
    #expect(rows.contains { $0.why == "the shared container has no equivalent" })
  }

  @Test(arguments: [
    "class T: XCTestCase {\n  override func tearDown() { Container.shared.a.register { A() } }\n"
      + "  func testF() {\n    #\n    read()\n  }\n}",
    "class T: XCTestCase {\n  override func setUp() {\n    super.setUp()\n    #\n    Container.shared.a.register { A() }\n  }\n"
      + "  func testF() { read() }\n}",
    "class T: XCTestCase {\n  let name = \"a\"\n  func testF() {\n    #\n    read()\n  }\n}",
    "@Suite(.container) struct S {\n  @Test(.container) func f() {\n    #\n    read()\n  }\n}",
  ])
  func `a reset before all registrations and reads is removed`(code: String) {
    let (text, _) = migrated(
      "import Factory\nimport XCTest\nfunc read() { _ = Container.shared.a() }\n"
        + "\(code.replacing("#", with: "Container.shared.a.reset()"))\n",
      from: .factory,
      at: Self.path
    )

    #expect(!text.contains("reset"))
  }

  @Test(arguments: [
    "@Test func f() {\n  if isOn {\n    #\n  }\n  second()\n}",
    "@Test func f() {\n  first()\n  do {\n    #\n  }\n}",
    "@Test func f() {\n  renew()\n  second()\n}\nfunc renew() {\n  #\n}",
    "@Test func f() {\n  first()\n  defer { renew() }\n  second()\n}\nfunc renew() {\n  #\n}",
    "@Test func f() {\n  addTeardownBlock {\n    #\n  }\n  first()\n}",
    "class T: XCTestCase {\n  override func setUp() {\n    super.setUp()\n    #\n    first()\n  }\n}",
    "class T: XCTestCase {\n  override func setUp() {\n    MainActor.assumeIsolated {\n      #\n"
      + "      first()\n    }\n  }\n}",
    "class T: XCTestCase {\n  func testF() { first() }\n"
      + "  override func tearDown() { end() }\n  func end() {\n    #\n  }\n}",
    "struct S {\n  init() {\n    #\n  }\n  @Test func f() { first() }\n}",
    "class S: QuickSpec {\n  override class func spec() {\n    beforeEach {\n      #\n    }\n"
      + "    afterEach {\n      #\n    }\n    it(\"reads\") { first() }\n  }\n}",
  ])
  func `a nested reset at the beginning or the end of a test is removed`(code: String) {
    let (text, rows) = migrated(
      "import Factory\nimport XCTest\n\(code)\n"
        .replacing("#", with: "Container.shared.reset()"),
      from: .factory,
      at: Self.path
    )

    #expect(!text.contains("reset"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: ["for i in 0..<3 { # }", "while isOn { # }", "repeat { # } while isOn"])
  func `a registration in a loop is reported, because only the first one has an effect`(
    loop: String
  ) {
    let (text, rows) = migrated(
      "import Factory\nimport XCTest\nfunc f() {\n  \(loop.replacing("#", with: "Container.shared.n.register { N() }; g()"))\n}\n",
      from: .factory,
      at: Self.path
    )

    #expect(text.contains("prepareDependencies { $0.n = N() }"))
    #expect(rows.map(\.why) == [Self.second])
  }

  @Test(arguments: [
    ("Tests/AppTests/File.swift", "let box: Container = { audit(); return Container() }()"),
    ("Tests/AppTests/File.swift", "let box: Container = makeContainer()"),
    ("Tests/AppTests/File.swift", "var box: Container { audit(); return Container() }"),
    ("Sources/App/File.swift", "var box: Container { audit(); return Container.shared }"),
    ("Sources/App/File.swift", "var box: Container = .shared { didSet { audit() } }"),
    ("Sources/App/File.swift", "let box: Container = make().shared"),
    ("Sources/App/File.swift", "func f(box: Container = makeContainer()) {}"),
  ])
  func `a container that is created by other code is kept and reported`(path: String, code: String)
  {
    let (text, rows) = migrated(
      "import Factory\nstruct S { \(code) }\n",
      from: .factory,
      at: path
    )

    #expect(text.hasSuffix("\nstruct S { \(code) }\n"))
    #expect(rows.map(\.why) == ["this container is created or observed by other code"])
  }

  @Test(arguments: ["makeContainer()", "{ audit(); return .init() }()", "Container(1)"])
  func `an assignment of a container that other code creates is kept and reported`(value: String) {
    let code = "@Test func f() { Container.shared = \(value) }\n"

    let (text, rows) = migrated(
      "import Factory\nimport Testing\n\(code)",
      from: .factory,
      at: Self.path
    )

    #expect(text.hasSuffix(code))
    #expect(rows.map(\.why).contains("the shared container has no equivalent"))
  }

  @Test(arguments: [
    "func g() { let box = Container.shared }", "struct Other { let box: Container }",
    "func g(box: Container) {}", "private let box = Container.shared",
  ])
  func `an argument is kept if only another file has a container with its name`(other: String) {
    let code = "final class A: B { func f() { add(box, to: self.box) } }\n"
    let other = (path: "Sources/App/Other.swift", text: "import Factory\n\(other)\n")

    let (text, rows) = migrated("import Factory\n\(code)", from: .factory, beside: [other])

    #expect(text == "import Dependence\n\(code)")
    #expect(rows.allSatisfy { $0.path == other.path })
  }

  @Test func `an argument is kept if a closure parameter or a member hides the container`() {
    let code = """
      final class A { func f() { boxes.forEach { box in add(box); box.a(); box.reset() } } }
      final class B: Base { func f() { add(crate) } }

      """
    let other = (
      path: "Tests/AppTests/Other.swift",
      text:
        "import Factory\nlet box = Container.shared, crate = Container.shared\nclass Base { let crate = Crate() }\n"
    )

    let (text, _) = migrated(
      "import Factory\nimport Testing\n\(code)",
      from: .factory,
      at: Self.path,
      beside: [other]
    )

    #expect(text == "import Dependence\nimport Testing\n\(code)")
  }

  @Test(arguments: [
    "let box = Container.shared", "class B { let box = Container.shared }",
    "class C { let box = Container.shared }; class B: C {}",
    "extension A { var box: Container { .shared } }",
  ])
  func `an argument is removed if it is a container that another file declares`(other: String) {
    let (text, _) = migrated(
      "import Factory\nfinal class A: B { func f() { S(box) } }\n",
      from: .factory,
      beside: [
        ("Sources/App/Other.swift", "import Factory\n\(other)\n"),
        ("Sources/App/S.swift", "import Factory\nstruct S { init(_ c: Container) {} }\n"),
      ]
    )

    #expect(text == "import Dependence\nfinal class A: B { func f() { S() } }\n")
  }

  @Test func `a container variable that is only set to nil is removed`() {
    let (text, rows) = migrated(
      "import Factory\nclass A {\n  var box: Container?\n  func f() {\n    box = nil\n    g()\n  }\n}\n",
      from: .factory
    )

    #expect(text == "import Dependence\nclass A {\n  func f() {\n    g()\n  }\n}\n")
    #expect(rows.isEmpty)
  }

  private static let second =
    "dependencies can be prepared only once, so this further call of 'prepareDependencies' is ignored"

  @Test(arguments: ["init()", "func setUp()"])
  func `a test's preparation is reported if one already runs before each test`(first: String) {
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

  @Test(arguments: [
    ("func testF() { # }", 1), ("override func setUp() { super.setUp(); # }", 1),
    ("override func setUp() { super.setUp() }\n  func testF() {}", 0),
  ])
  func `a preparation is reported if setUp of a superclass already prepares dependencies`(
    members: String,
    count: Int
  ) {
    let (_, rows) = migrated(
      "import Factory\nimport XCTest\nfinal class T: Middle {\n  "
        + members.replacing("#", with: "Container.shared.a.register { B() }") + "\n}\n",
      from: .factory,
      at: Self.path,
      beside: [
        (
          "Tests/AppTests/Base.swift",
          "import Factory\nimport XCTest\nclass Middle: Base {}\nclass Base: XCTestCase {\n"
            + "  override func setUp() { super.setUp(); Container.shared.a.register { A() } }\n}\n"
        )
      ]
    )

    #expect(rows.map(\.why) == Array(repeating: Self.second, count: count))
  }

  @Test func `a second call to a function that prepares dependencies is reported`() {
    let (_, rows) = migrated(
      "import Factory\nextension Container { func mock() { a.register { A() } } }\n"
        + "func f() {\n  Container.shared.mock()\n  Container.shared.mock()\n}\n",
      from: .factory
    )

    #expect(rows.map(\.why) == [Self.second])
    #expect(rows.map(\.line) == [6])
  }

  @Test func `a read between two registrations stays there and the second is reported`() {
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

  @Test func `a mock still starts after the registrations that preceded it`() {
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

  @Test(arguments: [
    "print(1, Container.shared)", "let a = Optional(Container.shared)",
    "let a = (Container.shared, 1)",
    "boot(Container.shared)", "let a = Screen.detail(Container.shared)",
  ])
  func `a container is kept as an argument if no removed parameter receives it`(code: String) {
    let (text, rows) = migrated(
      "import Factory\nfunc boot(_ box: any SharedContainer) {}\nenum Screen { case detail(Container) }\n"
        + "func f() { \(code) }\n",
      from: .factory
    )

    #expect(text.hasSuffix("\nfunc f() { \(code) }\n"))
    #expect(rows.map(\.why).contains("the shared container has no equivalent"))
  }

  @Test(arguments: [
    ("_ = Container.shared.a()", 1), ("let other = Container()", 2), ("_ = isolated.b()", 0),
  ])
  func `a test that uses several containers is reported`(code: String, count: Int) {
    let (_, rows) = migrated(
      "import Factory\nimport Testing\n@Test func f() {\n  let isolated = Container()\n"
        + "  isolated.a.register { A() }\n  \(code)\n}\n",
      from: .factory,
      at: Self.path
    )

    let why =
      "this code uses several containers, but now their registrations apply to the whole test"
    #expect(rows.map(\.why) == Array(repeating: why, count: count))
  }

  @Test(arguments: [
    "final class T: XCTestCase {\n  override func setUp() { Container.shared.a.register { A() } }\n"
      + "  func testF() { make { Container.shared.b.register { B() } } }\n}",
    "@Test func f() {\n  Container.shared.a.register { A() }\n  make { Container.shared.b.register { B() } }\n}",
    "@Test func f() {\n  make { Container.shared.b.register { B() } }\n  Container.shared.a.register { A() }\n}",
  ])
  func `a second registration of a test is reported also in a closure`(code: String) {
    let (_, rows) = migrated(
      "import Factory\nimport XCTest\n\(code)\n",
      from: .factory,
      at: Self.path
    )

    #expect(rows.map(\.why) == [Self.second])
  }

  @Test func `registrations of different specs and branches are not reported`() {
    let (_, rows) = migrated(
      "import Factory\nimport Quick\nclass S: QuickSpec {\n  override class func spec() {\n"
        + "    it(\"a\") { Container.shared.a.register { A() } }\n"
        + "    it(\"b\") { Container.shared.a.register { A() } }\n  }\n}\n"
        + "func f() { if isOn { Container.shared.a.register { A() } } else { Container.shared.a.register { B() } } }\n",
      from: .factory,
      at: Self.path
    )

    #expect(rows.isEmpty)
  }

  @Test func `a container that a late registration uses stays declared`() {
    let code =
      "final class S {\n  private let box = Container.shared\n  func logIn() {\n"
      + "    box.a.register { A() }\n  }\n}\n"

    let (text, rows) = migrated("import Factory\n\(code)", from: .factory)

    #expect(text.contains("private let box = Container.shared"))
    #expect(rows.count == 1)
  }

  @Test func `the removal of a parameter that a late registration uses is reported`() {
    let (text, rows) = migrated(
      "import Factory\nfunc logIn(box: Container) { box.a.register { A() } }\n",
      from: .factory
    )

    #expect(text.contains("func logIn() { box.a.register { A() } }"))
    #expect(
      rows.map(\.why).contains("the parameter 'box' was removed, but code that stays uses it")
    )
  }
}
