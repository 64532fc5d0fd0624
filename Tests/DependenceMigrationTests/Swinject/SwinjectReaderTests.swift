import DependenceMigration
import Testing

/// Tests of types that are resolved under another type than the registered one, and of functions
/// that only the container called.
struct SwinjectReaderTests {
  private static let value = "container.register(A.self) { _ in A() }.inObjectScope(.container)"

  private func resolved(_ registration: String, _ code: String) -> (text: String, rows: [String]) {
    let head =
      "import Swinject\nstruct M: Assembly { func assemble(container: Container) { \(registration) } }\n"
    let (text, rows) = migrated("\(head)\(code)\n", from: .swinject)
    return (String(text.split(separator: "\n").last ?? ""), rows.map(\.why))
  }

  @Test(arguments: [
    (value, "let a = box.resolve(A?.self)!", "let a = Dependencies.resolveIfRegistered(A.self)"),
    (
      value, "let a = box.resolve(Optional<A>.self)!",
      "let a = Dependencies.resolveIfRegistered(A.self)"
    ),
    (
      "container.register(A.self) { _ in A() }", "let a = box.resolve(A?.self)!",
      "let a = Dependencies.resolveIfRegistered(Provider<A>.self)?()"
    ),
    (
      "container.register(A?.self) { _ in nil }.inObjectScope(.container)",
      "let a = box.resolve(A?.self)!", "let a = DependencyValues.current[module: A?.self]"
    ),
  ])
  func `an optional type is resolved from the registration of its wrapped type`(
    registration: String,
    before: String,
    after: String
  ) {
    let (text, rows) = resolved(registration, before)

    #expect(text == after)
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    (value, "box.resolve(A.self)!", "DependencyValues.current[module: A.self]"),
    (value, "box.resolve(A.self)", "Dependencies.resolveIfRegistered(A.self)"),
    (
      "container.register(A.self) { (_, n: Int) in A(n) }", "box.resolve(A.self, argument: 1)!",
      "DependencyValues.current[module: (@Sendable (Int) -> A).self](1)"
    ),
  ])
  func `a forced resolve becomes a read that reports a missing service`(
    registration: String,
    before: String,
    after: String
  ) {
    let (text, rows) = resolved(registration, "let a = \(before)")

    #expect(text == "let a = \(after)")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("box.resolve(A.self)?.b", "#(Provider<A>.self)?().b"),
    ("box.resolve(A.self)?.b?.c", "#(Provider<A>.self)?().b?.c"),
    ("box.resolve(A.self)?[0]", "#(Provider<A>.self)?()[0]"),
    ("box.resolve(A?.self)!?.b", "#(Provider<A>.self)?().b"),
    ("box.resolve(A.self) ?? a", "#(Provider<A>.self)?() ?? a"),
  ])
  func `an optional chain on a new instance has one question mark`(before: String, after: String) {
    let (text, rows) = resolved("container.register(A.self) { _ in A() }", "let b = \(before)")

    #expect(text == "let b = \(after.replacing("#", with: "Dependencies.resolveIfRegistered"))")
    #expect(rows.isEmpty)
  }

  @Test func `an object scope of the project is reported where it is declared`() {
    let (_, rows) = resolved(
      "container.register(A.self) { _ in A() }.inObjectScope(ObjectScope.container)",
      "extension ObjectScope { static let session = make() }"
    )

    #expect(rows == ["'ObjectScope' has no equivalent"])
  }

  @Test func `the remedy for a closure on the main actor mentions validation`() {
    let (_, rows) = migrated(
      "import Swinject\nstruct M: Assembly { func assemble(container: Container) {\n"
        + "  container.register(A.self) { @MainActor _ in A() }.inObjectScope(.container)\n} }\n",
      from: .swinject
    )

    #expect(rows.count == 1)
    #expect(
      rows.first?.remedy.contains(
        "mark the module with '.skippingValidation()', because 'validate()' runs the closures of modules on other threads"
      ) == true
    )
  }

  @Test func `an optional type that is resolved without a force unwrap is reported`() {
    let (text, rows) = resolved(Self.value, "let a = box.resolve(A?.self)")

    #expect(text == "let a = box.resolve(A?.self)")
    #expect(
      rows == [
        "Swinject resolves 'A?' with the registration of 'A', but dependence looks for a registration of 'A?' itself"
      ]
    )
  }

  @Test func `the remedy for a kept registration names the type that its readers resolve`() {
    let (text, rows) = migrated(
      """
      import Swinject
      struct M: Assembly { func assemble(container: Container) {
        container.register(B.self) { _ in B() }.initCompleted { r, b in b.c = r.resolve(C.self)! }.inObjectScope(.transient)
        container.register(C.self) { r in C(r.resolve(B.self)!) }.inObjectScope(.container)
      } }

      """,
      from: .swinject
    )

    #expect(text.contains("DependencyValues.current[module: Provider<B>.self]()"))
    #expect(
      rows.map(\.why) == [
        "a list of modules cannot contain this statement of the assembly"
      ]
    )
    #expect(
      rows.map(\.remedy) == [
        "write a 'Module { … }' that provides 'Provider<B>', which is the type that its readers resolve"
      ]
    )
  }

  @Test(arguments: [
    ("container.register(A.self) { _ in B() }.inObjectScope(.container)", true),
    ("container.register(A.self, name: \"b\") { _ in B() }.inObjectScope(.container)", false),
    (
      "#if DEBUG\n  container.register(A.self) { _ in B() }.inObjectScope(.container)\n#endif",
      false
    ),
  ])
  func `a second registration of the same type is reported`(
    second: String,
    isRow: Bool
  ) {
    let (_, rows) = resolved("\(Self.value)\n  \(second)\n", "let a = box.resolve(A.self)!")

    let why =
      "'A' is registered more than once: dependence reports this, and uses the last module of one list, but the first of several 'prepareDependencies' calls"
    #expect(rows == (isRow ? [why] : []))
  }

  @Test(arguments: [
    (".inObjectScope(.container)", ".container"), (".inObjectScope(.weak)", ".weak"),
    (".inObjectScope(.transient)", nil), ("", nil),
  ])
  func `a registration with an argument is reported if its scope kept the instance`(
    scope: String,
    name: String?
  ) {
    let (_, rows) = resolved(
      "container.register(A.self) { (_, n: Int) in A(n) }\(scope)",
      "let a = box.resolve(A.self, argument: 1)!"
    )

    #expect(
      rows
        == (name.map { ["the scope '\($0)' kept an instance, but now each call creates one"] } ?? [])
    )
  }

  @Test(arguments: [
    ("Assembler([M()], parent: nil, defaultObjectScope: .container)", "Module { A() as A }", 0),
    (
      "Assembler([M()], parent: nil, defaultObjectScope: .transient)",
      "Module { Provider { A() as A } }", 0
    ),
    ("Assembler([M()])", "Module { Provider { A() as A } }", 0),
    ("(Container(defaultObjectScope: .container), Container())", "Module { A() as A }", 1),
  ])
  func `a registration without a scope gets the default scope of its container`(
    container: String,
    module: String,
    rows count: Int
  ) {
    let (text, rows) = migrated(
      "import Swinject\nstruct M: Assembly { func assemble(container: Container) { container.register(A.self) { _ in A() } } }\n"
        + "let box = \(container)\n",
      from: .swinject
    )

    #expect(text.contains("{ \(module) }"))
    let why =
      "the default scope of its container created several instances, but now all readers share one"
    #expect(rows.count { $0.why == why } == count)
  }

  @Test func `a function that only the assembler called is reported`() {
    let (_, rows) = migrated(
      "import Swinject\nstruct M: Assembly {\n  func assemble(container: Container) {}\n"
        + "  func loaded(resolver: Resolver) { start() }\n}\n"
        + "struct N { func loaded(resolver: Int) {} }\n",
      from: .swinject
    )

    #expect(
      rows.map(\.why) == [
        "'Assembler' called 'loaded(resolver:)', but now it is not called"
      ]
    )
    #expect(rows.map(\.line) == [5])
  }

  @Test func `a container of a test does not change the default scope of the program`() {
    let (text, rows) = migrated(
      "import Swinject\nstruct M: Assembly { func assemble(container: Container) { container.register(A.self) { _ in A() } } }\n"
        + "let box = Assembler([M()], parent: nil, defaultObjectScope: .container)\n",
      from: .swinject,
      beside: [
        (
          "Tests/AppTests/A.swift",
          "import Swinject\nimport Testing\n@Test func f() {\n  let box = Assembler([M()])\n}\n"
        )
      ]
    )

    #expect(text.contains("{ Module { A() as A } }"))
    let why =
      "the default scope of this container is '.graph', but the modules have the default scope '.container' of the program"
    #expect(rows.filter { $0.path == "Tests/AppTests/A.swift" }.map(\.why) == [why])
    #expect(!rows.contains { $0.why.hasPrefix("the scope") })
  }

  @Test(arguments: [
    (
      "container.register(A.self) { _ in A() }.implements(B.self, (any C).self).inObjectScope(.container)",
      "Module { A() as A }\n  Module { #[module: A.self] as B }\n  Module { #[module: A.self] as any C }",
      "let b = #[module: B.self]"
    ),
    (
      "container.register(A.self) { _ in A() }.implements(B.self)",
      "Module { Provider { A() as A } }\n  Module { Provider { #[module: Provider<A>.self]() as B } }",
      "let b = #[module: Provider<B>.self]()"
    ),
    (
      "container.register(A.self, name: \"n\") { _ in A() }.inObjectScope(.container).implements(B.self)",
      "Module(\"n\") { A() as A }\n  Module { #[module: A.self, named: \"n\"] as B }",
      "let b = #[module: B.self]"
    ),
  ])
  func `a registration that other types name is also provided as these types`(
    registration: String,
    modules: String,
    reader: String
  ) {
    let (text, rows) = migrated(
      "import Swinject\nstruct M: Assembly { func assemble(container: Container) {\n  \(registration)\n} }\n"
        + "let b = box.resolve(B.self)!\n",
      from: .swinject
    )

    let expected =
      "import DependenceModules\nstruct M { var modules: Dependencies { Dependencies {\n  \(modules)\n} } }\n\(reader)\n"
    #expect(text == expected.replacing("#", with: "DependencyValues.current"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "container.register(A.self) { _ in A() }.implements(B.self).inObjectScope(.weak)",
    "container.register(A.self) { (_, n: Int) in A(n) }.implements(B.self)",
    "container.register(A.self) { _ in A() }.implements(B.self, name: \"b\")",
  ])
  func `a registration that no module can provide as other types is reported`(
    registration: String
  ) {
    let (_, rows) = migrated(
      "import Swinject\nstruct M: Assembly { func assemble(container: Container) { \(registration) } }\n",
      from: .swinject
    )

    #expect(rows.map(\.why) == ["a list of modules cannot contain this statement of the assembly"])
  }

  @Test(arguments: [
    (".implements(B.self)", "C($0.resolve(A.self)!, $0.resolve(B.self)!)", ""),
    ("", "C($0.resolve(A.self)!, $0.resolve(D.self)!)", ""),
    ("", "C($0.resolve(D.self)!, $0.resolve(D.self)!)", ".inObjectScope(.transient)"),
    ("", "C(names.map { _ in $0.resolve(A.self)! })", ""),
    ("", "let c = C(); for _ in 1...2 { c.add($0.resolve(A.self)!) }; return c", ""),
  ])
  func `two readers in one graph share an instance`(forward: String, reader: String, scope: String)
  {
    let (text, rows) = migrated(
      graph(forward: forward, reader: reader, scope: scope),
      from: .swinject
    )

    #expect(text.contains("Module { A() as A }"))
    let why = "the scope '.graph' created several instances, but now all readers share one"
    #expect(rows.contains { $0.why == why })
  }

  @Test(arguments: [
    ("C($0.resolve(A.self)!)", ""), ("C($0.resolve(D.self)!)", ".inObjectScope(.transient)"),
    ("C($0.resolve(D.self)!, $0.resolve(D.self)!)", ""),
  ])
  func `readers in different graphs get their own instances`(reader: String, scope: String) {
    let (text, _) = migrated(graph(forward: "", reader: reader, scope: scope), from: .swinject)

    #expect(text.contains("Module { Provider { A() as A } }"))
  }

  @Test(arguments: [
    ("final class A: P { init() {} }", ""), ("class Q {}\nfinal class A: Q, P {}", ""),
    ("final class A: P { func f() { self.g() } }", ""),
    ("final class A: P { var n = 0 }", "shared"),
    ("final class A: P { init() { start() } }", "shared"),
    ("final class A: P { deinit { stop() } }", "shared"), ("actor A: P {}", "shared"),
    ("final class A: P { func f() { add(self) } }", "shared"),
    ("final class A: Other {}", "shared"),
    ("final class A: P {}\nextension P { func f() { add(self) } }", "shared"),
    ("class Q { var n = 0 }\nfinal class A: Q {}", "shared"),
    ("final class A: P {}\nlet same = a === b", "shared"),
    ("final class A: P {}\nlet id = ObjectIdentifier(a)", "shared"),
  ])
  func `readers may share an object that they cannot tell from another`(type: String, row: String) {
    let text = graph(forward: "", reader: "C($0.resolve(A.self)!, $0.resolve(A.self)!)", scope: "")
    let (_, rows) = migrated("\(text)protocol P {}\n\(type)\n", from: .swinject)

    #expect(rows.contains { $0.why.contains("share") } == (row == "shared"))
  }

  /// Returns an assembly that registers `A`, `C` and `D`. The registration of `D` always reads `A`.
  /// The registration of `C` is the closure `reader`.
  private func graph(forward: String, reader: String, scope: String) -> String {
    "import Swinject\nstruct M: Assembly { func assemble(container: Container) {\n"
      + "  container.register(A.self) { _ in A() }\(forward)\n"
      + "  container.register(C.self) { \(reader) }\n"
      + "  container.register(D.self) { D($0.resolve(A.self)!) }\(scope)\n} }\n"
  }

  /// Each argument contains the members of a test case, in which `#` registers `A`, and the number
  /// of registrations that are reported.
  @Test(arguments: [
    ("override func setUp() { # }\n  func testA() { # }\n  func testB() { # }", 2),
    ("func testA() { # }\n  override func setUpWithError() throws { # }", 1),
    ("override func setUp() { fill() }\n  func fill() { # }\n  func testA() { # }", 1),
    ("init() { # }\n  @Test func a() { # }", 1), ("func testA() { # }\n  func testB() { # }", 0),
    ("override func setUp() { # }", 0), ("override func setUp() { start() }\n  func f() { # }", 0),
    ("override func setUp() { # }\n}\nfinal class Sub: Base {\n  func testA() { # }", 1),
    ("override func setUp() { # }\n}\nfinal class Other: XCTestCase {\n  func testA() { # }", 0),
  ])
  func `a registration that setUp has already made is reported`(members: String, count: Int) {
    let (_, rows) = migrated(
      "import Swinject\nimport XCTest\nlet c = Container()\nclass Base: XCTestCase {\n  "
        + members.replacing("#", with: Self.value.replacing("container.", with: "c.")) + "\n}\n",
      from: .swinject,
      at: "Tests/AppTests/A.swift"
    )

    #expect(rows.count { $0.why.hasPrefix("'A' is registered more than once") } == count)
  }

  @Test(arguments: [
    ("override func setUp() { c = Container(); Core().assemble(container: c) }", 1),
    ("let assembler = Assembler([Core()])", 1),
    ("override func setUp() { c = Container() }", 0),
    ("}\nclass Other: XCTestCase {\n  let assembler = Assembler([Core()])", 0),
  ])
  func `a registration that replaces one of an assembly from setUp is reported`(
    members: String,
    count: Int
  ) {
    let (_, rows) = migrated(
      "import Swinject\nstruct Core: Assembly { func assemble(container: Container) { \(Self.value) } }\n",
      from: .swinject,
      beside: [
        (
          "Tests/AppTests/A.swift",
          "import Swinject\nimport XCTest\nclass Base: XCTestCase {\n  var c: Container!\n"
            + "  \(members)\n}\nfinal class Tests: Base {\n"
            + "  func testA() { c.register(A.self) { _ in B() }.inObjectScope(.container) }\n}\n"
        )
      ]
    )

    #expect(rows.count { $0.why.hasPrefix("'A' is registered more than once") } == count)
  }

  @Test(arguments: [
    ("XCTAssertNil(c.resolve(A.self))\n  #", true), ("_ = c.resolve(B.self)!\n  #", true),
    ("read()\n  #", true), ("#\n  _ = c.resolve(A.self)!", false),
    ("_ = c.resolve(C.self)!\n  #", false), ("read.isOn = true\n  #", false),
    ("c.register(D.self) { $0.resolve(A.self)! }\n  #", false),
  ])
  func `a registration after its service was resolved is reported`(code: String, isRow: Bool) {
    let (_, rows) = migrated(
      "import Swinject\nimport Testing\n@Test func f() {\n  let c = Container()\n"
        + "  c.register(B.self) { B($0.resolve(A.self)!) }.inObjectScope(.container)\n"
        + "  \(code.replacing("#", with: "c.register(A.self) { _ in A() }.inObjectScope(.container)"))\n}\n"
        + "func read() { _ = c.resolve(A.self) }\n",
      from: .swinject,
      at: "Tests/AppTests/A.swift"
    )

    let why =
      "'A' may have been read before this registration, in which case the whole call of 'prepareDependencies' is ignored"
    #expect(rows.map(\.why).contains(why) == isRow)
  }

  @Test(arguments: [
    (
      "Core().assemble(container: c)\n  c.register(A.self) { _ in B() }.inObjectScope(.container)",
      1
    ),
    ("c.register(A.self) { _ in B() }.inObjectScope(.container)", 0),
    ("c.register(A.self) { _ in A() }\n  c.register(A.self) { _ in B() }", 1),
    ("_ = Assembler([Core(), Fakes()])", 1), ("_ = Assembler([Fakes()])", 0),
  ])
  func `a registration that replaces another in a test is reported`(code: String, count: Int) {
    let (_, rows) = migrated(
      "import Swinject\nstruct Core: Assembly { func assemble(container: Container) { \(Self.value) } }\n",
      from: .swinject,
      beside: [
        (
          "Tests/AppTests/A.swift",
          "import Swinject\nimport Testing\n@Test func f() {\n  let c = Container()\n  \(code)\n}\n"
            + "struct Fakes: Assembly { func assemble(container: Container) { \(Self.value) } }\n"
        )
      ]
    )

    #expect(rows.count { $0.why.hasPrefix("'A' is registered more than once") } == count)
  }
}
