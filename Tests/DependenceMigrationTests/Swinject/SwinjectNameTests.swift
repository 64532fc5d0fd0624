import DependenceMigration
import Testing

/// Tests of names that a project shares with the library.
struct SwinjectNameTests {
  @Test func `assemblies are migrated if their types are qualified with the module name`() {
    let (text, rows) = migrated(
      """
      import Swinject
      struct M: Swinject.Assembly { func assemble(container: Swinject.Container) {
        container.register(B.self) { _ in B() }.inObjectScope(.container)
      } }
      struct N: P, Swinject.Assembly { func assemble(container: Swinject.Container) {
        container.register(C.self) { _ in C() }.inObjectScope(.container)
      } }
      func f() {
        let a = Swinject.Assembler([M(), N()])
        g(a.resolver.resolve(B.self)!)
      }

      """,
      from: .swinject
    )

    let after = """
      import DependenceModules
      struct M { var modules: Dependencies { Dependencies {
        Module { B() as B }
      } } }
      struct N: P { var modules: Dependencies { Dependencies {
        Module { C() as C }
      } } }
      func f() {
        prepareDependencies(Dependencies { M().modules; N().modules })
        g(DependencyValues.current[module: B.self])
      }

      """
    #expect(text == after)
    #expect(rows == [])
  }

  @Test func `a library type is qualified if the project declares a type of the same name`() {
    let (text, rows) = migrated(
      """
      import Swinject
      struct Dependencies {}
      struct M: Assembly { func assemble(container: Container) {
        container.register(B.self) { r in B(r.resolve(C.self)!) }.inObjectScope(.container)
      } }
      func fill(_ c: Container) { c.register(E.self) { _ in E() }.inObjectScope(.container) }
      func f() {
        let a = Assembler([M()])
        g(a.resolver.resolve(B.self)!)
        fill(c)
      }
      func find<S>(_ type: S.Type) -> S? { box.resolve(type) }

      """,
      from: .swinject
    )

    let after = """
      import DependenceModules
      struct Dependencies {}
      struct M { var modules: # { # {
        Module { B(DependencyValues.current[module: C.self]) as B }
      } } }
      func fill() -> # { # { Module { E() as E } } }
      func f() {
        prepareDependencies(# { M().modules })
        g(DependencyValues.current[module: B.self])
        prepareDependencies(# { fill() })
      }
      func find<S: Sendable>(_ type: S.Type) -> S? { (#.resolveIfRegistered(Provider<S>.self)?() ?? #.resolveIfRegistered(S.self)) }

      """
    #expect(text == after.replacing("#", with: "DependenceModules.Dependencies"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    "fill($0)", "$0.assemble(container: box)", "fill(box, 2)", "fill(box) { g() }", "fill(A.self)",
  ])
  func `a call that only shares the name of a filling function is kept`(call: String) {
    let (text, rows) = migrated(
      """
      import Swinject
      func fill(_ c: Container) { c.register(A.self) { _ in A() }.inObjectScope(.container) }
      struct M: Assembly { func assemble(container: Container) {
        container.register(B.self) { _ in B() }.inObjectScope(.container)
      } }
      func f() { all.forEach { \(call) } }

      """,
      from: .swinject
    )

    #expect(text.hasSuffix("\nfunc f() { all.forEach { \(call) } }\n"))
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("Desk.found", false), ("found", true), ("Container.shared", true), ("Desk.resolver", true),
    ("Desk.container", true),
  ])
  func `a resolve call is migrated regardless of the name of its container`(
    name: String,
    declaresResolve: Bool
  ) {
    let desk =
      "import Swinject\nfunc f(_ c: Shelf) { c.register(A.self) { _ in A() }.inObjectScope(.container) }\n"
    let other = declaresResolve ? "func resolve() {}\n" : ""

    let (text, rows) = migrated(
      "import Swinject\nlet a = \(name).resolve(A.self)!\n",
      from: .swinject,
      beside: [("Sources/App/Desk.swift", desk + other)]
    )

    #expect(
      text == "import DependenceModules\nlet a = DependencyValues.current[module: A.self]\n"
    )
    #expect(rows.isEmpty)
  }

  @Test func `a type is reported once in each declaration that uses it`() {
    let (_, rows) = migrated(
      """
      import Swinject
      class A {
        let r: Resolver
        init(r: Resolver) { self.r = r }
        struct B { let r: Resolver }
      }
      extension A { func f(_ r: Resolver) {} }

      """,
      from: .swinject
    )

    #expect(rows.map(\.why) == Array(repeating: "'Resolver' has no equivalent", count: 3))
    #expect(rows.map(\.line) == [4, 7, 10])
    let remedy = "remove it, and read with '@Inject'"
    #expect(rows.map(\.remedy) == [remedy + ", at all 2 uses in this declaration", remedy, remedy])
  }

  @Test func `a method that only shares the name of a registration is left unchanged`() {
    let code = "func f(_ c: Center) { c.register(A.self, observer: self) }\n"

    let (text, rows) = migrated("import Swinject\n\(code)", from: .swinject)

    #expect(text == "import DependenceModules\n\(code)")
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("func g(locator: Locator) { _ = locator.resolve(A.self) }", true),
    ("let injector = Injector()\nlet a = injector.resolve(A.self)", true),
    ("func g(locator: any Locator) { _ = found.resolve(A.self) }", true),
    ("func g(locator: (any Resolver)?) { _ = locator?.resolve(A.self) }", false),
  ])
  func `a resolve call on a type of the project is kept and reported`(code: String, isKept: Bool) {
    let (text, rows) = migrated(
      "import Swinject\nprotocol Locator { func resolve<T>(_ type: T.Type) -> T? }\n"
        + "struct Injector: Locator { func resolve<T>(_ type: T.Type) -> T? { nil } }\n\(code)\n",
      from: .swinject
    )

    let why = "this 'resolve' may be a function of the project, so the call was not changed"
    #expect(text.contains("resolve(A.self)") == isKept)
    #expect(rows.map(\.why).contains(why) == isKept)
  }
}
