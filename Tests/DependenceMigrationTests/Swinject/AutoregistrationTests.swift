import DependenceMigration
import Testing

struct AutoregistrationTests {
  private func assembled(
    _ declarations: String,
    _ registration: String
  ) -> (text: String, rows: [String]) {
    let head = "import SwinjectAutoregistration\n\(declarations)\n"
    let (text, rows) = migrated(
      head + "struct M: Assembly { func assemble(container: Container) {\n  \(registration)\n} }\n",
      from: .swinject
    )
    let opening =
      "import DependenceModules\n\(declarations)\n"
      + "struct M { var modules: Dependencies { Dependencies {\n"
    #expect(text.hasPrefix(opening))
    return (String(text.dropFirst(opening.count).dropLast("\n} } }\n".count)), rows.map(\.why))
  }

  @Test(arguments: [
    ("class A { init(b: B) {} }", "init", "Provider { A(b: #[module: B.self]) as A }"),
    ("class A { init?(b: B) {}; init() {} }", "init", "Provider { A() as A }"),
    (
      "class A { init(b: B) {}; init(c: C) {} }", "init(c:)",
      "Provider { A(c: #[module: C.self]) as A }"
    ),
    (
      "class A: C, D {}\nclass D { init(b: B) {} }", "init",
      "Provider { A(b: #[module: B.self]) as A }"
    ),
    (
      "struct A { let b: B; var c: C { C() }; static let d = D() }", "init",
      "Provider { A(b: #[module: B.self]) as A }"
    ),
    ("struct A { let b: B; init() { b = B() } }", "init", "Provider { A() as A }"),
    ("struct A { let b = B() }", "init", "Provider { A() as A }"),
    ("struct A { let b: B, c = C() }", "init", "Provider { A(b: #[module: B.self]) as A }"),
    ("struct A<B> { init(c: C) {} }", "init", "Provider { A(c: #[module: C.self]) as A }"),
  ])
  func `an autoregistered initializer is called with its resolved parameters`(
    declaration: String,
    initializer: String,
    made: String
  ) {
    let (text, rows) = assembled(
      declaration,
      "container.autoregister(A.self, initializer: A.\(initializer))"
    )

    let module = "  Module { \(made) }"
    #expect(text == module.replacing("#", with: "DependencyValues.current"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("class A { init(b: B) {}; init(c: C) {} }", "A.self, initializer: A.init"),
    ("class A { init(b: B) {} }", "A.self, initializer: A.init(c:)"),
    ("class A { init(b: B?) {} }", "A.self, initializer: A.init"),
    ("class A { init(b: () -> B) {} }", "A.self, initializer: A.init"),
    ("struct A<B> { init(b: B) {} }", "A.self, initializer: A.init"),
    ("class A<B> { init(b: [B]) {} }", "A.self, initializer: A.init"),
    ("struct A { var b: B = B() }", "A.self, initializer: A.init"),
    ("struct A { @State var b: B }", "A.self, initializer: A.init"),
    ("enum A {}", "A.self, initializer: A.init"),
    ("class A { init(b: B) {} }", "A.self, initializer: make"),
    ("class A { init(b: B) {} }", "A.self, initializer: A.make"),
    ("class A { init(b: B) {} }", "A.self, argument: B.self, initializer: A.init"),
    ("class A { init(b: B) {} }", "a, initializer: A.init"),
    ("class A { init(b: B) {} }", "A.self, initializer: A.init, name: \"n\""),
  ])
  func `a registration with an unknown or ambiguous initializer is reported`(
    declaration: String,
    arguments: String
  ) {
    let registration = "container.autoregister(\(arguments))"

    let (text, rows) = assembled(declaration, registration)

    #expect(text.hasSuffix("\n  \(registration)"))
    #expect(
      rows == ["a list of modules cannot contain this statement of the assembly"]
    )
  }

  @Test func `an initializer of Foundation without parameters is called`() {
    let (text, rows) = assembled(
      "",
      "container.autoregister(JSONDecoder.self, initializer: JSONDecoder.init)"
    )

    #expect(text == "  Module { Provider { JSONDecoder() as JSONDecoder } }")
    #expect(rows.isEmpty)
  }

  private static let unknown =
    "the command cannot determine the precedence of '~>' next to other operators"

  @Test(arguments: [
    ("func f() { x = r ~> A.self }", "func f() { x = #[module: A.self] }"),
    ("let b = r ~> (A.self, name: \"n\")", "let b = #[module: A.self, named: \"n\"]"),
    ("func g() { x = y ?? r ~> A.self }", nil), ("let c = a + r ~> A.self", nil),
    ("let d = x ~> y + z", nil),
  ])
  func `a resolve operator becomes a call if it binds loosest`(before: String, after: String?) {
    let (text, rows) = migrated("import Swinject\n\(before)\n", from: .swinject)

    let expected = (after ?? before).replacing("#", with: "DependencyValues.current")
    #expect(text.hasSuffix("\n\(expected)\n"))
    #expect(rows.map(\.why) == (after == nil ? [Self.unknown] : []))
  }

  @Test func `another call that receives an initializer is left unchanged`() {
    let code = "class A { init(b: B) {} }\nfunc f() { shelf.put(A.self, initializer: A.init) }\n"

    let (text, rows) = migrated("import Swinject\n\(code)", from: .swinject)

    #expect(text == "import DependenceModules\n\(code)")
    #expect(rows.isEmpty)
  }

  @Test func `an operator of the same name in other files is left unchanged`() {
    let code = "import UIKit\nlet b = r ~> A.self\n"

    #expect(migrated(code, from: .swinject).text == code)
  }
}
