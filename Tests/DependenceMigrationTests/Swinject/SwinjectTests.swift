import DependenceMigration
import Testing

/// Tests of the migration of code that uses Swinject.
struct SwinjectTests {
  @Test(arguments: rewritings)
  func `Swinject code with an equivalent is migrated`(rewriting: Rewriting) {
    let (text, rows) = migrated(rewriting.before, from: .swinject)

    #expect(text == rewriting.after)
    #expect(rows.isEmpty)
    #expect(migrated(text, from: .swinject).text == text)
  }

  @Test func `the weak scope becomes the shared lifetime`() {
    let (text, rows) = migrated(
      "import Swinject\nfinal class B {}\nstruct A: Assembly { func assemble(container: Container) {\n"
        + "  container.register(B.self) { _ in B() }.inObjectScope(.weak)\n"
        + "  container.register(B.self, name: \"b\") { _ in B() }.inObjectScope(.weak)\n} }\n",
      from: .swinject
    )

    #expect(text.contains("Module(lifetime: .shared) { B() as B }"), "\(text)")
    #expect(text.contains("Module(\"b\", lifetime: .shared) { B() as B }"), "\(text)")
    #expect(rows.isEmpty)
  }

  @Test func `a weak default scope becomes the shared lifetime`() {
    let (text, rows) = migrated(
      "import Swinject\nactor B {}\nstruct A: Assembly { func assemble(container: Container) {\n"
        + "  container.register(P.self) { _ in B() }\n} }\n"
        + "func f() { let c = Container(defaultObjectScope: .weak); A().assemble(container: c) }\n",
      from: .swinject
    )

    #expect(text.contains("Module(lifetime: .shared) { B() as P }"), "\(text)")
    #expect(!rows.contains { $0.why.contains("scope") })
  }

  @Test(arguments: [
    ("func f(_ r: any Resolver) {}", "'Resolver' has no equivalent"),
    ("let c = Container()\nf(c)", "'Container' has no equivalent"),
    ("let c = Container(parent: p)", "'Container' has no equivalent"),
    (
      "class A { let a = Assembler([B()]); func f() { g(a.resolver) } }",
      "'Assembler' has no equivalent"
    ),
    ("let a = Assembler(isTest ? [A()] : [B()])", "'Assembler' has no equivalent"),
    ("struct A { let a: Assembler }", "'Assembler' has no equivalent"),
    ("func f(_ a: [Assembly]) {}", "'Assembly' has no equivalent"),
    (
      "func f() -> Container { let c = Container(); return c }\nlet a = [f()]",
      "'Container' has no equivalent"
    ),
    (
      "class A { func f<T, U>(_ t: T.Type, _ u: U) -> T { a.resolver.resolve(t, argument: u)! } }",
      "a dependency cannot be resolved with arguments"
    ),
    (
      "func f(_ c: Registry) { c.register(A.self, factory: A.init) }",
      "a module does not support this registration"
    ),
    (
      "struct A: Assembly { func assemble(container: Container) { print(1) } }",
      "a list of modules cannot contain this statement of the assembly"
    ),
    (
      "struct A: Assembly { func assemble(container: Container) { container.register(B.self) { r in B(r) } } }",
      "there is no resolver or container that can be passed on"
    ),
    (
      "struct A: Assembly { func assemble(container: Container) { container.register(B.self) { _ in B() }.inObjectScope(.weak) } }",
      "the scope '.weak' created several instances, but now all readers share one"
    ),
    (
      """
      struct A: Assembly { func assemble(container: Container) {
        container.register(B.self) { _ in B() }
        container.register(C.self) { r in C(r.resolve(B.self)!, r.resolve(B.self)!) }.inObjectScope(.container)
      } }
      """,
      "the scope '.graph' created several instances, but now all readers share one"
    ),
    (
      """
      struct A: Assembly { func assemble(container: Container) {
        container.register(B.self) { _ in B() }.initCompleted { r, b in b.c = r.resolve(C.self)! }.inObjectScope(.container)
        container.register(C.self) { r in C(r.resolve(B.self)!) }.inObjectScope(.container)
      } }
      """,
      "a list of modules cannot contain this statement of the assembly"
    ),
    (
      "func f() { let a = Assembler([A()]); g(a.resolver) }",
      "there is no resolver or container that can be passed on"
    ),
    (
      "struct A: Assembly { func assemble(container: Container) { container.autoregister(B.self, initializer: C.init) } }",
      "a list of modules cannot contain this statement of the assembly"
    ),
    (
      "import SwinjectAutoregistration\nlet a = b ?? r ~> B.self",
      "the command cannot determine the precedence of '~>' next to other operators"
    ),
    (
      "func f(_ c: Shelf) { c.register(A.self) { A($0) }.inObjectScope(.container) }",
      "there is no resolver or container that can be passed on"
    ),
    (
      "class A { var a: Assembler?; func f() { if let a { b = a.resolver.resolve(B.self) } } }",
      "'Assembler' has no equivalent"
    ),
    (
      "class A { var a: Assembler?; func f() { guard let a, a === c else { return } } }",
      "'Assembler' has no equivalent"
    ),
    (
      "let a = r.resolve(Lazy<A>.self)!",
      "'Lazy<A>' is resolved here, but only 'A' can be registered, and dependence has no such wrapper"
    ),
    (
      "let a = r.resolve(Provider<A>.self)!",
      "'Provider<A>' is resolved here, but only 'A' can be registered, and dependence has no such wrapper"
    ),
    ("let a = r.resolve(A.self, argument: 1)", "a dependency cannot be resolved with arguments"),
    (
      "struct A: Assembly { func assemble(container: Container) { container.register(B.self) { @MainActor _ in B() }.inObjectScope(.container) } }",
      "the registered closure runs on the main actor, but the closure of a module does not"
    ),
    ("protocol A: B, Assembly {}", "'Assembly' has no equivalent"),
    (
      "func f() { let a = Assembler(); a.apply(assemblies: all) }", "'Assembler' has no equivalent"
    ),
  ])
  func `Swinject code without an equivalent is reported`(code: String, why: String) {
    #expect(migrated("import Swinject\n\(code)\n", from: .swinject).rows.map(\.why) == [why])
  }

  @Test
  func `a file that uses a container without importing Swinject is migrated`() {
    let shelf =
      "import Swinject\nenum Shelf { static let box = Container() }\n"
      + "func f() { Shelf.box.register(A.self) { _ in A() }.inObjectScope(.container) }\n"
    let reader = "import UIKit\nlet a = Shelf.box.resolve(A.self)!\n"

    let (text, rows) = migrated(
      reader,
      from: .swinject,
      beside: [("Sources/App/Shelf.swift", shelf)]
    )

    #expect(
      text == "import DependenceModules\nimport UIKit\n"
        + "let a = DependencyValues.current[module: A.self]\n"
    )
    #expect(rows.isEmpty)
  }

  @Test
  func `a container that another file declares is recognized by its type`() {
    let shelf = "import Swinject\nlet b = Desk.box.resolve(A.self)!\n"
    let desk = "enum Desk { static let box: Container = g() }\nfunc resolve() {}\n"

    let (text, _) = migrated(shelf, from: .swinject, beside: [("Sources/App/Desk.swift", desk)])

    #expect(text.hasSuffix("let b = DependencyValues.current[module: A.self]\n"))
  }

  @Test(arguments: [
    "import UIKit\nlet a = shelf.resolve(A.self)\n",
    "import Swinject\nstruct Container { func f() -> Container { let c = Container(); return c } }\n",
  ])
  func `a project type or function with a Swinject name is kept`(code: String) {
    let shelf =
      "import Swinject\nstruct Shelf { func resolve<T: P>(_ type: T.Type) -> T { box() } }\n"
      + "func f() { box.register(A.self) { _ in A() }.inObjectScope(.container) }\n"

    let (text, rows) = migrated(code, from: .swinject, beside: [("Sources/App/Shelf.swift", shelf)])

    #expect(text == code.replacing("import Swinject", with: "import DependenceModules"))
    #expect(rows.isEmpty)
  }
}
