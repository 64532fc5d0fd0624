import DependenceMigration
import Testing

/// Tests of the migration of code that uses Factory.
struct FactoryTests {
  @Test(arguments: rewritings)
  func `Factory code with an equivalent is migrated`(rewriting: Rewriting) {
    let (text, rows) = migrated(rewriting.before, from: .factory, at: rewriting.path)

    #expect(text == rewriting.after)
    #expect(rows.isEmpty)
    #expect(migrated(text, from: .factory, at: rewriting.path).text == text)
  }

  @Test(arguments: [
    (
      "extension Container { func a() -> A { A() } }",
      "the command does not recognize this member of a container as a factory"
    ),
    (
      "extension Container { var a: ParameterFactory<Int, A> { self { A($0) }.cached } }",
      "the factory kept its instances, but now each call creates one"
    ),
    ("func f() { Container.shared.reset() }", "the shared container has no equivalent"),
    (
      "func f() { Container.shared.a.reset() }",
      "the shared container has no equivalent"
    ),
    (
      "extension Container { var a: ParameterFactory<(Int, Int), A> { self { A($0, $1) } } }\nlet a = Container.shared.a(b)",
      "the closure takes the elements of this tuple as separate arguments"
    ),
    ("extension Scope { static let session = make() }", "'Scope' has no equivalent"),
    ("struct A { var a = Container.a() }", "'Container' has no equivalent"),
    (
      "extension Container { var a: Factory<A> { self { A() }.scope(.session) } }",
      "'.scope' has no equivalent"
    ),
    (
      "extension Container: AutoRegistering { func autoRegister() { a.register { A() } }; var a: Factory<A> { self { A() }.cached } }\nstruct A {}",
      "the container called 'autoRegister' before its first use, but now it is not called"
    ),
    (
      "extension Container { func f() { a.onTest { A() } }; var a: Factory<A> { self { A() }.cached } }",
      "the shared container has no equivalent"
    ),
    (
      "extension Container { var a: Factory<any P> { self { A() } } }\nstruct S { @LazyInjected(\\.a) var a }",
      "the dependency is now read when its owner is created, not at its first use"
    ),
    ("struct A { @WeakLazyInjected(\\.a) var a }", "'@WeakLazyInjected' has no equivalent"),
    (
      "func f() { Container.shared.a.register { A() }; let b = B(); Container.shared.a.register { C() } }",
      "dependencies can be prepared only once, so this further call of 'prepareDependencies' is ignored"
    ),
    (
      """
      import XCTest
      final class T: XCTestCase {
        override func setUp() { mock() }
        func mock() { Container.shared.a.register { A() } }
        func testA() { Container.shared.a.register { B() } }
        func testB() { f() }
      }
      """,
      "dependencies can be prepared only once, so this further call of 'prepareDependencies' is ignored"
    ),
    (
      """
      import XCTest
      extension Container { func mock() { a.register { A() } } }
      final class T: XCTestCase {
        override func setUp() { Container.shared.mock() }
        func testA() { Container.shared.a.register { B() } }
      }
      """,
      "dependencies can be prepared only once, so this further call of 'prepareDependencies' is ignored"
    ),
    (
      "import XCTest\nfunc f() { Container.shared.a.register(factory: make).reset() }",
      "the shared container has no equivalent"
    ),
    ("let a = Container.shared.manager", "the shared container has no equivalent"),
    (
      "extension Container { func g() {} }; func f() { Container.shared.a.register { A() }; Container.shared.g() }",
      "dependencies can be prepared only once, so this further call of 'prepareDependencies' is ignored"
    ),
    (
      "func f() { let c = Container.shared; print(a, b: c.manager) }",
      "the shared container has no equivalent"
    ),
    (
      "extension Container { var a: Factory<A> { self { A() }.graph } }",
      "'.graph' has no equivalent"
    ),
    (
      "class A { @Injected(\\.a) var a; func f() { $a.resolve(reset: .scope) } }",
      "a property wrapper cannot resolve its dependency again"
    ),
    (
      "class A { @LazyInjected(\\.a) var a; func f() { self._a.resolve() } }",
      "a property wrapper cannot resolve its dependency again"
    ),
  ])
  func `Factory code without an equivalent is reported`(code: String, why: String) {
    #expect(migrated("import FactoryKit\n\(code)\n", from: .factory).rows.map(\.why) == [why])
  }

  @Test func `a container in a variable is migrated like the shared container`() {
    let code = "import Factory\nfunc f() { let c = Container.shared; c.a.register { A() } }\n"

    #expect(
      migrated(code, from: .factory).text.hasSuffix("{  prepareDependencies { $0.a = A() } }\n")
    )
  }

  @Test func `a static factory is reported at its declaration and at its read`() {
    let code =
      "import Factory\nextension Shelf { static let a = Factory { A() } }\nlet a = Shelf.a()"
    let shelf = (path: "Sources/App/Shelf.swift", text: "final class Shelf: SharedContainer {}")

    #expect(migrated(code, from: .factory, beside: [shelf]).rows.map(\.line) == [3, 5])
  }

  @Test func `a variable of another type is not treated as a container of the same name`() {
    let code = "import Factory\nfunc f(_ box: Box) { box.add(1); g(box) }\n"
    let other = (
      path: "Sources/App/Other.swift", text: "import Factory\nlet box = Container.shared"
    )

    #expect(
      migrated(code, from: .factory, beside: [other]).text
        == code.replacing("Factory", with: "Dependence")
    )
  }

  @Test func `the body of a container's setup function is migrated`() {
    let (text, rows) = migrated(
      """
      import FactoryKit
      extension Container {
        func setUp() {
          a.register { A() }
          f(b())
        }
        var a: Factory<A> { self { A() }.cached }
        var b: Factory<B> { self { B() }.cached }
      }
      func f(_ b: B) {}

      """,
      from: .factory
    )

    #expect(
      text == """
        import Dependence
        import DependenceMacros
        extension DependencyValues {
          static func setUp() {
            prepareDependencies { $0.a = A() }
            f(Dependency(\\.b).wrappedValue)
          }
          @DependencyEntry var a: A = A()
          @DependencyEntry var b: B = B()
        }
        func f(_ b: B) {}

        """
    )
    #expect(rows.isEmpty)
  }

  @Test func `the trailing closure of a factory call is migrated`() {
    let (text, rows) = migrated(
      """
      import FactoryKit
      extension Container {
        var a: ParameterFactory<Int, A> { self { A($0) } }
        var b: Factory<B> { self { B() }.cached }
      }
      let a = Container.shared.a(1) { Container.shared.b() }

      """,
      from: .factory
    )

    #expect(
      text.hasSuffix("let a = Dependency(\\.a).wrappedValue(1) { Dependency(\\.b).wrappedValue }\n")
    )
    #expect(rows.isEmpty)
  }

  @Test(arguments: [
    ("import Dependence\nimport FactoryKit\n", "import Dependence\n"),
    (
      "#if DEBUG\nimport Dependence\n#endif\nimport FactoryKit\n",
      "#if DEBUG\nimport Dependence\n#endif\nimport Dependence\n"
    ),
    (
      "import Dependence\n#if DEBUG\nimport FactoryKit\n#endif\n",
      "import Dependence\n#if DEBUG\nimport Dependence\n#endif\n"
    ),
    ("import FactoryKit\nimport Factory\n", "import Dependence\n"),
    (
      "import FactoryKit\nimport class Factory.Container\n",
      "import Dependence\nimport class Dependence.Container\n"
    ),
  ])
  func `an import is repeated only in a condition or for a single declaration`(
    before: String,
    after: String
  ) {
    #expect(migrated(before, from: .factory).text == after)
  }

  /// Each argument contains a factory, and the module whose built-in dependency has the same name.
  @Test(arguments: [
    ("public var context: Factory<Int> { self { 1 } }", "Dependence"),
    ("package var continuousClock: Factory<Int> { self { 1 } }", "Dependence"),
    ("public var date: Factory<Int> { self { 1 } }", "DependenceFoundation"),
    ("package var urlSession: Factory<Int> { self { 1 } }", "DependenceFoundation"),
    ("var context: Factory<Int> { self { 1 } }", nil),
    ("var date: Factory<Int> { self { 1 } }", nil),
    ("public var screen: Factory<Int> { self { 1 } }", nil),
  ])
  func `a factory with the name of a built-in dependency is reported`(
    factory: String,
    module: String?
  ) {
    let rows = migrated("import Factory\nextension Container { \(factory) }\n", from: .factory).rows

    let reports = rows.map(\.why).filter { $0.contains("' also declares '") }
    #expect(
      reports.map { $0.split(separator: "'").first.map(String.init) }
        == [module].filter { $0 != nil }
    )
  }

  @Test func `a method that registers in a custom container is called on the dependencies`() {
    let text = migrated(
      """
      import Factory
      final class Shelf: SharedContainer {
        static let shared = Shelf()
        var log: Factory<Log> { self { Log() } }
        func registerMocks() { log.register { MockLog() } }
      }
      func start() { Shelf.shared.registerMocks() }

      """,
      from: .factory
    ).text

    #expect(text.contains("static func registerMocks()"))
    #expect(text.contains("func start() { DependencyValues.registerMocks() }"))
  }
}
