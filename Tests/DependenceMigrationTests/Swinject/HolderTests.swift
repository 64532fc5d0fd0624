import DependenceMigration
import Testing

/// Tests of variables that hold a container, and of functions that create one.
struct HolderTests {
  private static let register = "register(B.self) { _ in B() }.inObjectScope(.container)"
  private static let prepared = "prepareDependencies(Dependencies { Module { B() as B } })"

  @Test(arguments: [
    (
      "func f() {\n  let c = Container()\n  c.#\n}\nfunc g(c: Int) { h(c) }",
      "func f() {\n  #\n}\nfunc g(c: Int) { h(c) }"
    ),
    (
      "class S {\n  var box: Container!\n  func f() { box!.# }\n}",
      "class S {\n  func f() { # }\n}"
    ),
    (
      """
      class S {
        var box: Assembler!
        func f() {
          box = Assembler()
        }
        func g() {
          guard let box = box else { return }
          box.apply(assembly: A())
        }
      }
      """,
      """
      class S {
        func f() {
        }
        func g() {
          prepareDependencies(Dependencies { A().modules })
        }
      }
      """
    ),
    (
      "class A {\n  private func make() -> Container {\n    let c = Container()\n    c.#\n    return c\n  }\n"
        + "  func f() { let c = make() }\n}",
      "class A {\n  private func make() {\n    #\n  }\n  func f() { make() }\n}"
    ),
    (
      "class S {\n  let box = Container()\n  func f() { box.# }\n}\nlet x = g(.box)",
      "class S {\n  func f() { # }\n}\nlet x = g(.box)"
    ),
    (
      "class S {\n  let box = Container()\n  func f() { box.# }\n}\n"
        + "func g() {\n  guard let box = make() else { return }\n  h()\n}",
      "class S {\n  func f() { # }\n}\n"
        + "func g() {\n  guard let box = make() else { return }\n  h()\n}"
    ),
    (
      "class S { var box: Container! }\nfunc f() {\n  _ = Container()\n  box = Container()\n  a = b\n}",
      "class S {  }\nfunc f() {\n  a = b\n}"
    ),
  ])
  func `a container that is only filled and queried is removed`(before: String, after: String) {
    let (text, rows) = migrated(
      "import Swinject\n\(before.replacing("#", with: Self.register))\n",
      from: .swinject
    )

    #expect(
      text == "import DependenceModules\n\(after.replacing("#", with: Self.prepared))\n"
    )
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "class A { let a = Assembler([B()]), n = 1 }", "class A { var box: Container { Container() } }",
    "class S {\n  var box: Container!\n  func f() { x = box }\n}",
    "class S {\n  var box: Container!\n  func f() { box = other }\n}",
    "class A { func make() -> Container { let c = make(); return c } }",
    "func f() -> Assembler { print(1); return Assembler([A()]) }",
    "class S {\n  private let box = Container()\n  func f() { _ = box }\n}",
    "class S {\n  let box = Container()\n  func f() { if let box { g() } }\n}",
    "func f() {\n  guard let box = x.box else { return }\n  g()\n}\nlet box = Container()",
    "class S {\n  var box: Container?\n  func f() { guard let box, isOn else { return } }\n}",
    "func f() { x <- Container() }", "struct S {\n  let box: Container\n}",
    "func f() -> Container { let c = Container(); return d }",
  ])
  func `a container that is passed on is reported`(code: String) {
    let (_, rows) = migrated("import Swinject\n\(code)\n", from: .swinject)

    let name = code.contains("Assembler") ? "Assembler" : "Container"
    #expect(rows.map(\.why) == ["'\(name)' has no equivalent"])
  }

  @Test(arguments: [
    ("let c = Container(), d = Container()", 1),
    ("let c = Container()\nlet d = Assembler([A()])", 1),
    ("let c = Container()\nlet d = Assembler([A()], container: c)", 0),
    ("let c = Container()\nlet d = Container(parent: c)", 0), ("let c = Container()", 0),
    ("let c = Container()\nfunc f() { let d = Container() }", 0),
    ("func box() -> Container { let c = Container(); return c }\nlet c = box(), d = box()", 1),
  ])
  func `a program that creates several containers is reported`(code: String, count: Int) {
    let (_, rows) = migrated("import Swinject\n\(code)\n", from: .swinject)

    let why =
      "the program creates several containers, but now all registrations share a single set of dependencies"
    #expect(rows.count { $0.why == why } == count)
  }

  @Test(arguments: [
    ("func testA() { let a = Container(); let b = Container() }", 1),
    ("func testA() { let a = Container() }\n  func testB() { let b = Container() }", 0),
    ("let a = Container()\n  func testB() { let b = Assembler([A()]) }", 1),
    ("override func setUp() { a = Container() }\n  func testB() { let b = Container() }", 1),
    ("var a = Container()\n  override func setUp() { a = Container() }", 0),
    ("func testA() { let a = Container(); let b = Assembler([A()], container: a) }", 0),
    ("let a = Container()\n}\nfinal class Sub: Base {\n  func testB() { let b = Container() }", 1),
  ])
  func `a test that creates several containers is reported`(members: String, count: Int) {
    let (_, rows) = migrated(
      "import Swinject\nimport XCTest\nclass Base: XCTestCase {\n  \(members)\n}\n",
      from: .swinject,
      at: "Tests/AppTests/A.swift"
    )

    let why =
      "this test creates several containers, but now all of their registrations apply to the whole test"
    #expect(rows.count { $0.why == why } == count)
  }

  @Test func `a local container is removed although a member of its name is passed on`() {
    let (text, rows) = migrated(
      "import Swinject\nclass S {\n  let box = Container()\n  func f() { g(self.box) }\n}\n"
        + "func h() {\n  let box = Container()\n  box.\(Self.register)\n}\n",
      from: .swinject
    )

    #expect(text.hasSuffix("\nfunc h() {\n  \(Self.prepared)\n}\n"))
    #expect(rows.map(\.why) == ["'Container' has no equivalent"])
  }

  @Test func `a container that a function creates is reported where it is passed on`() {
    let (text, rows) = migrated(
      "import Swinject\nfunc f() -> Container {\n  let c = Container()\n  c.\(Self.register)\n"
        + "  return c\n}\nfunc g() {\n  f()\n  h(f())\n}\n",
      from: .swinject
    )

    #expect(text.hasPrefix("import DependenceModules\nfunc f() {\n  \(Self.prepared)\n}\n"))
    #expect(rows.map(\.why) == ["'Container' has no equivalent"])
    #expect(rows.map(\.line) == [8])
  }

  @Test func `a container that a late registration uses stays declared`() {
    let (text, _) = migrated(
      "import Swinject\nclass S {\n  let box = Container()\n  func logIn() { box.\(Self.register) }\n}\n",
      from: .swinject
    )

    #expect(text.contains("let box = Container()"))
  }

  @Test func `a further run does not import the library again`() {
    let code = "import DependenceModules\nfunc logIn() { _ = box.resolve(A.self, argument: 1) }\n"
    let other =
      "import Swinject\nfunc f() { box.register(A.self) { _ in A() }.inObjectScope(.container) }\n"

    let (text, _) = migrated(code, from: .swinject, beside: [("Sources/App/B.swift", other)])

    #expect(text.ranges(of: "import DependenceModules").count == 1)
  }
}
