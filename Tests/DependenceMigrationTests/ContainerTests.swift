import DependenceMigration
import Testing

/// Code of Factory and Swinject.
struct ContainerTests {
  @Test(arguments: factory)
  func `what Factory has is rewritten where it has an equivalent`(rewriting: Rewriting) {
    let (text, rows) = migrated(rewriting.before, from: .factory, at: rewriting.path)

    #expect(text == rewriting.after)
    #expect(rows.isEmpty)
    #expect(migrated(text, from: .factory, at: rewriting.path).text == text)
  }

  @Test(arguments: swinject)
  func `what Swinject has is rewritten where it has an equivalent`(rewriting: Rewriting) {
    let (text, rows) = migrated(rewriting.before, from: .swinject)

    #expect(text == rewriting.after)
    #expect(rows.isEmpty)
    #expect(migrated(text, from: .swinject).text == text)
  }

  @Test(arguments: [
    ("extension Container { func a() -> A { A() } }", "this is no factory"),
    (
      "extension Container { var a: ParameterFactory<Int, A> { self { A($0) }.cached } }",
      "an instance was kept, and now each call makes one"
    ),
    ("func f() { Container.shared.reset() }", "there is no container that everybody shares"),
    (
      "func f() { Container.shared.a.reset() }",
      "there is no container that everybody shares"
    ),
    (
      "extension Container { var a: ParameterFactory<(Int, Int), A> { self { A($0, $1) } } }\nlet a = Container.shared.a(b)",
      "the closure takes the parts of this tuple"
    ),
    ("extension Scope { static let session = Cached() }", "there is no 'Scope'"),
    ("struct A { var a = Container.a() }", "there is no 'Container'"),
    (
      "extension Container { var a: Factory<A> { self { A() }.scope(.session) } }",
      "there is no '.scope'"
    ),
    (
      "extension Container: AutoRegistering { func autoRegister() { a.register { A() } }; var a: Factory<A> { self { A() }.cached } }",
      "nobody calls 'autoRegister' any more"
    ),
    (
      "extension Container { func f() { a.onTest { A() } }; var a: Factory<A> { self { A() }.cached } }",
      "there is no container that everybody shares"
    ),
    ("struct A { @WeakLazyInjected(\\.a) var a }", "there is no '@WeakLazyInjected'"),
    (
      "func f() { Container.shared.a.register { A() }; let b = B(); Container.shared.a.register { C() } }",
      "dependencies are prepared once, and this is the second time"
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
      "dependencies are prepared once, and this is the second time"
    ),
    (
      "import XCTest\nfunc f() { Container.shared.a.register(factory: make).reset() }",
      "there is no container that everybody shares"
    ),
    ("let a = Container.shared.manager", "there is no container that everybody shares"),
    ("extension Container { var a: Factory<A> { self { A() }.shared } }", "there is no '.shared'"),
  ])
  func `what Factory alone has is a row`(code: String, why: String) {
    #expect(migrated("import FactoryKit\n\(code)\n", from: .factory).rows.map(\.why) == [why])
  }

  @Test(arguments: [
    ("func f(_ r: any Resolver) {}", "there is no 'Resolver'"),
    ("let c = Container()", "there is no 'Container'"),
    (
      "func f(_ c: Registry) { c.register(A.self, factory: A.init) }",
      "a module cannot register like this"
    ),
    (
      "struct A: Assembly { func assemble(container: Container) { print(1) } }",
      "this assembly does more than to register"
    ),
    (
      "struct A: Assembly { func assemble(container: Container) { container.register(B.self) { r in B(r) } } }",
      "there is no resolver and no container to hand on"
    ),
    (
      "struct A: Assembly { func assemble(container: Container) { container.register(B.self) { _ in B() }.inObjectScope(.weak) } }",
      "the scope '.weak' made other instances, and now all share one"
    ),
    (
      """
      struct A: Assembly { func assemble(container: Container) {
        container.register(B.self) { _ in B() }
        container.register(C.self) { r in C(r.resolve(B.self)!) }.inObjectScope(.container)
        container.register(D.self) { r in D(r.resolve(B.self)!) }.inObjectScope(.container)
      } }
      """,
      "the scope '.graph' made other instances, and now all share one"
    ),
    (
      """
      struct A: Assembly { func assemble(container: Container) {
        container.register(B.self) { _ in B() }
        container.register(C.self) { r in C(r.resolve(B.self)!, r.resolve(B.self)!) }.inObjectScope(.container)
      } }
      """,
      "the scope '.graph' made other instances, and now all share one"
    ),
    (
      """
      struct A: Assembly { func assemble(container: Container) {
        container.register(B.self) { _ in B() }.initCompleted { r, b in b.c = r.resolve(C.self)! }.inObjectScope(.container)
        container.register(C.self) { r in C(r.resolve(B.self)!) }.inObjectScope(.container)
      } }
      """,
      "this assembly does more than to register"
    ),
    (
      "func f() { let a = Assembler([A()]); g(a.resolver) }",
      "there is no resolver and no container to hand on"
    ),
    (
      "struct A: Assembly { func assemble(container: Container) { container.autoregister(B.self, initializer: C.init) } }",
      "this assembly does more than to register"
    ),
    ("let a = r.resolve(A.self, argument: 1)", "nothing takes arguments when it is resolved"),
  ])
  func `what Swinject alone has is a row`(code: String, why: String) {
    #expect(migrated("import Swinject\n\(code)\n", from: .swinject).rows.map(\.why) == [why])
  }

  @Test func `a container in a variable is as good as the one that everybody shares`() {
    let code = "import Factory\nfunc f() { let c = Container.shared; c.a.register { A() } }\n"

    #expect(
      migrated(code, from: .factory).text.hasSuffix("; prepareDependencies { $0.a = A() } }\n")
    )
  }

  static let factory = [
    Rewriting(
      "a factory",
      "import FactoryKit\nextension Container {\n  /// An A.\n  public var a: Factory<any A> {\n"
        + "    self { B(c: self.c()) }\n      .singleton // once\n  }\n  var c: Factory<C> { self { C() }.cached }\n}\n",
      "import Dependence\nimport DependenceMacros\nextension DependencyValues {\n  /// An A.\n  // once\n"
        + "  @DependencyEntry public var a: any A = B(c: Dependency(\\.c).wrappedValue)\n"
        + "  @DependencyEntry var c: C = C()\n}\n"
    ),
    Rewriting(
      "readers",
      "import Factory\nclass A {\n  @Injected(\\.a) var a\n  func f() { Container.shared.b().g() }\n}\n",
      "import Dependence\nclass A {\n  @Dependency(\\.a, resolve: .inherited) var a\n"
        + "  func f() { Dependency(\\.b).wrappedValue.g() }\n}\n"
    ),
    Rewriting(
      "registrations",
      "import FactoryKit\nfunc f() {\n  Container.shared.a.register { A() }\n  Container.shared.b.register { g(); return B() }\n"
        + "  h()\n  defer { Container.shared.reset() }\n  i()\n}\n",
      "import Dependence\nfunc f() {\n  prepareDependencies {\n    $0.a = A()\n    $0.b = { g(); return B() }()\n  }\n"
        + "  h()\n  i()\n}\n",
      at: "Tests/AppTests/File.swift"
    ),
    Rewriting(
      "a factory that makes an instance for each reader",
      """
      import FactoryKit
      struct V {}
      extension Container {
        var a: Factory<any P> { Factory(self) { A() } }
        var b: Factory<V> { self { V() } }
        var c: Factory<Int> { .init(self) { 3 } }
        var d: Factory<D> { self { try! D() }.unique.onTest { D(0) } }
        var e: Factory<E> { self { fatalError("none") } }
      }
      final class B {
        @Injected(\\.a) private var x
        @ObservationIgnored
        @LazyInjected(\\.a) var y: any P
        @DynamicInjected(\\.d) var z
        func f() { g(Container.shared.a(), Container.shared.d.resolve(), Container.shared.b()) }
      }
      struct S { @LazyInjected(\\.a) var x }

      """,
      """
      import Dependence
      import DependenceMacros
      struct V {}
      extension DependencyValues {
        @DependencyEntry var a: Provider<any P> = Provider { A() }
        @DependencyEntry var b: V = V()
        @DependencyEntry var c: Int = 3
        @DependencyEntry(test: Provider { D(0) }) var d: Provider<D> = Provider { try! D() }
        @DependencyEntry var e: E = { fatalError("none") }()
      }
      final class B {
        private let x = Dependency(\\.a).wrappedValue()
        @ObservationIgnored
        lazy var y: any P = Dependency(\\.a).wrappedValue()
        var z: D { Dependency(\\.d).wrappedValue() }
        func f() { g(Dependency(\\.a).wrappedValue(), Dependency(\\.d).wrappedValue(), Dependency(\\.b).wrappedValue) }
      }
      struct S { let x = Dependency(\\.a).wrappedValue() }

      """
    ),
    Rewriting(
      "factories of the main actor and with parameters",
      """
      import Factory
      extension Container {
        @MainActor
        public var a: Factory<A> { self { @MainActor in A() } }
        @MainActor var b: Factory<B> { self { B() }.scope(.cached) }
        var c: ParameterFactory<(Int, String), C> { self { C($0, named: $1) } }
        var x: ParameterFactory<(a: Int, b: Int), X> { self { a, b in X(a, b) } }
        var y: ParameterFactory<(Int, Int), Y> { self { Y($0.0, $0.1) } }
        var d: ParameterFactory<() -> Void, D> { ParameterFactory(self) { done in D(done) } }
      }
      @MainActor extension Container { var e: Factory<E> { self { E() } } }
      let x = Container.shared.x((a: 1, b: 2)), y = Container.shared.y((1, 2))
      func f() { g(Container.shared.b(), Container.shared.c((1, "a")), Container.shared.d { h() }) }

      """,
      """
      import Dependence
      import DependenceMacros
      extension DependencyValues {
        @DependencyEntry public var a: @MainActor @Sendable () -> A = { @MainActor in A() }
        @DependencyEntry var b: MainActorLazy<B> = MainActorLazy { B() }
        @DependencyEntry var c: @Sendable (Int, String) -> C = { C($0, named: $1) }
        @DependencyEntry var x: @Sendable (Int, Int) -> X = { a, b in X(a, b) }
        @DependencyEntry var y: @Sendable ((Int, Int)) -> Y = { Y($0.0, $0.1) }
        @DependencyEntry var d: @Sendable (@escaping () -> Void) -> D = { done in D(done) }
      }
      extension DependencyValues { @DependencyEntry var e: @MainActor @Sendable () -> E = { E() } }
      let x = Dependency(\\.x).wrappedValue(1, 2), y = Dependency(\\.y).wrappedValue((1, 2))
      func f() { g(Dependency(\\.b).wrappedValue(), Dependency(\\.c).wrappedValue(1, "a"), Dependency(\\.d).wrappedValue { h() }) }

      """
    ),
    Rewriting(
      "containers of one's own",
      """
      import Factory
      public final class Shelf: SharedContainer {
        public static let shared = Shelf()
        public let manager = ContainerManager()
        var a: Factory<A> { self { A() }.singleton }
        #if DEBUG
        var b: Factory<B> { self { B(self.a()) }.singleton }
        #endif
      }
      extension SharedContainer { var c: Factory<C> { self { C() }.cached } }
      struct U { @Injected(\\Shelf.a) var a }
      func f() { g(Shelf.shared.b()) }

      """,
      """
      import Dependence
      import DependenceMacros
      extension DependencyValues {
        @DependencyEntry var a: A = A()
        #if DEBUG
        @DependencyEntry var b: B = B(Dependency(\\.a).wrappedValue)
        #endif
      }
      extension DependencyValues { @DependencyEntry var c: C = C() }
      struct U { @Dependency(\\.a, resolve: .inherited) var a }
      func f() { g(Dependency(\\.b).wrappedValue) }

      """
    ),
    Rewriting(
      "wrappers of SwiftUI",
      """
      import Factory
      extension Container { @MainActor var a: Factory<A> { self { A() } } }
      struct S: View {
        @InjectedObject(\\.a) private var a
        @InjectedObservable(\\.b) var b: B
      }
      let preview = { let _ = Container.shared.c.register { C() } }

      """,
      """
      import Dependence
      import DependenceMacros
      extension DependencyValues { @DependencyEntry var a: @MainActor @Sendable () -> A = { A() } }
      struct S: View {
        @StateObject(wrappedValue: Dependency(\\.a).wrappedValue()) private var a
        @State(wrappedValue: Dependency(\\.b).wrappedValue) var b: B
      }
      let preview = { let _ = prepareDependencies { $0.c = C() } }

      """
    ),
    Rewriting(
      "registrations of every form",
      """
      import Factory
      import XCTest
      extension Container {
        var a: Factory<A> { self { A() } }
        @MainActor var b: Factory<B> { self { B() }.singleton }
        var c: ParameterFactory<Int, C> { self { C($0) } }
      }
      @Suite final class T { @Injected(\\.d) var d }
      func f() {
        Container.shared.a.register { A() }
        Container.shared.b.register { @MainActor in B() }
        Container.shared.c.register { _ in C(0) }
        Container.shared.d.register(factory: { D() })
      }

      """,
      """
      import Dependence
      import DependenceMacros
      import XCTest
      extension DependencyValues {
        @DependencyEntry var a: Provider<A> = Provider { A() }
        @DependencyEntry var b: MainActorLazy<B> = MainActorLazy { B() }
        @DependencyEntry var c: @Sendable (Int) -> C = { C($0) }
      }
      @Suite final class T { @Dependency(\\.d) var d }
      func f() {
        prepareDependencies {
          $0.a = Provider { A() }
          $0.b = MainActorLazy { @MainActor in B() }
          $0.c = { _ in C(0) }
          $0.d = D()
        }
      }

      """
    ),
    Rewriting(
      "functions of a container",
      """
      import Factory
      extension Container: @retroactive AutoRegistering {
        var a: Factory<A> { self { A() }.singleton }
        var b: Factory<B> { self { [unowned self] in B(a: self.a()) } }
        @MainActor var c: Factory<C> {
          self { @MainActor [unowned self] in
            let a = self.a()
            return C(a: a)
          }
        }
        public func setUpMocks() {
          a.register { A(b()) }
          self.b.register { B() }
          if isSlow { Self.shared.a.register { A.slow } }
          others()
        }
        func others() { Container.shared.a.register { A.other } }
      }
      func f() { Container.shared.setUpMocks() }

      """,
      """
      import Dependence
      import DependenceMacros
      extension DependencyValues {
        @DependencyEntry var a: A = A()
        @DependencyEntry var b: Provider<B> = Provider { B(a: Dependency(\\.a).wrappedValue) }
        @DependencyEntry var c: @MainActor @Sendable () -> C = { @MainActor in
            let a = Dependency(\\.a).wrappedValue
            return C(a: a)
          }
        public static func setUpMocks() {
          prepareDependencies {
            $0.a = A(Dependency(\\.b).wrappedValue())
            $0.b = Provider { B() }
          }
          if isSlow { prepareDependencies { $0.a = A.slow } }
          others()
        }
        static func others() { prepareDependencies { $0.a = A.other } }
      }
      func f() { DependencyValues.setUpMocks() }

      """
    ),
    Rewriting(
      "registrations between mocks are one preparation",
      """
      import Factory
      @Test func f() async {
        let a = A()
        Container.shared.a.register { a }
        await a.arrange()

        let b = B()
        b.c = 1
        Container.shared.b.register { b }
        let model = Model()
      }

      """,
      """
      import Dependence
      @Test func f() async {
        let a = A()
        await a.arrange()
        let b = B()
        b.c = 1
        prepareDependencies {
          $0.a = a

          $0.b = b
        }
        let model = Model()
      }

      """
    ),
    Rewriting(
      "registrations that end with a reset, and those that trap",
      """
      import Factory
      import XCTest
      extension Container { var d: Factory<D> { self { D() }.cached.onTest { D(0) } } }
      func f() {
        Container.shared.a
          .register { A() }
          .reset(.scope)
        Container.shared.b.register { fatalError("mock it") }
        Container.shared.d.register { fatalError("mock it") }
        Scope.singleton.reset()
      }

      """,
      """
      import Dependence
      import DependenceMacros
      import XCTest
      extension DependencyValues { @DependencyEntry(test: D(0)) var d: D = D() }
      func f() {
        prepareDependencies {
        $0.a = A()
        $0.d = { fatalError("mock it") }()
        }
      }

      """
    ),
  ]

  static let swinject = [
    Rewriting(
      "what is found by a type that a function is asked for",
      """
      import Swinject
      final class Shelf {
        func find<S>(_ type: S.Type, named name: String) -> S? { box.resolve(type, name: name) }
        func find<S: P>() -> S { box.resolve(S.self)! }
        func resolve() -> A { Shelf.shared.resolve(A.self) }
      }

      """,
      """
      import DependenceModules
      final class Shelf {
        func find<S: Sendable>(_ type: S.Type, named name: String) -> S? { (Dependencies.resolveIfRegistered(Provider<S>.self, named: name)?() ?? Dependencies.resolveIfRegistered(S.self, named: name)) }
        func find<S: P>() -> S { (Dependencies.resolveIfRegistered(Provider<S>.self)?() ?? Dependencies.resolveIfRegistered(S.self))! }
        func resolve() -> A { Shelf.shared.resolve(A.self) }
      }

      """
    ),
    Rewriting(
      "registrations that are completed, name another one, or go by an initialiser",
      """
      import Swinject
      import SwinjectAutoregistration
      class D: Base { init(_ e: E, f: any F) {} }
      struct G { let e: E }
      class H {}
      struct A: Assembly { func assemble(container: Container) {
        container.register(B.self) { _ in C() }.initCompleted { r, b in
          b.d = r ~> D.self
        }.inObjectScope(.transient)
        container.register((any P).self) { r in r.resolve(B.self)! }
        container.autoregister(D.self, initializer: D.init).inObjectScope(.container)
        container.autoregister(G.self, name: "g", initializer: G.init(e:))
        container.autoregister(H.self, initializer: H.init)
        container.register(I.self, name: "i", factory: { r in I(r.resolve(H.self)!) })
        container.register(Int.self) { _ in
          let i = 1
          return i
        }.initCompleted { (_, i) in print(i) }.inObjectScope(.container)
      } }

      """,
      """
      import DependenceModules
      class D: Base { init(_ e: E, f: any F) {} }
      struct G { let e: E }
      class H {}
      struct A { var modules: Dependencies { Dependencies {
        Module { Provider { () -> B in
          let b: B = C()
          b.d = Dependencies.resolveIfRegistered(D.self)!
          return b
        } }
        Module { Provider { Dependencies.resolveIfRegistered(Provider<B>.self)!() as any P } }
        Module { D(Dependencies.resolveIfRegistered(E.self)!, f: Dependencies.resolveIfRegistered((any F).self)!) as D }
        Module("g") { G(e: Dependencies.resolveIfRegistered(E.self)!) as G }
        Module { Provider { H() as H } }
        Module("i") { Provider { I(Dependencies.resolveIfRegistered(Provider<H>.self)!()) as I } }
        Module { () -> Int in
          let i: Int = { () -> Int in
          let i = 1
          return i
        }()
          print(i)
          return i
        }
      } } }

      """
    ),
    Rewriting(
      "an assembly",
      "import Swinject\nstruct A: Assembly {\n  func assemble(container: Container) {\n"
        + "    container.register((any B).self, name: \"b\") { r in C(d: r.resolve(D.self, name: \"d\")!) }\n"
        + "      .inObjectScope(.container)\n  }\n}\n",
      "import DependenceModules\nstruct A {\n  var modules: Dependencies { Dependencies {\n"
        + "    Module(\"b\") { C(d: Dependencies.resolveIfRegistered(D.self, named: \"d\")!) as any B }\n  } }\n}\n"
    ),
    Rewriting(
      "an assembler",
      "import Swinject\nfunc f() {\n  let a = Assembler([A(), B(c: 1)])\n  g(a.resolver.resolve(C.self)!)\n}\n",
      "import DependenceModules\nfunc f() {\n  prepareDependencies(Dependencies { A().modules; B(c: 1).modules })\n"
        + "  g(Dependencies.resolveIfRegistered(C.self)!)\n}\n"
    ),
    Rewriting(
      "assemblies that call others",
      """
      import Swinject
      import SwinjectAutoregistration
      class A: Base, Assembly {
        func assemble(container: Container) {
          let shared = S()
          first(container)
          #if DEBUG
          container.register(D.self) { _ in D() }.inObjectScope(.container)
          #endif
        }
      }
      extension A {
        private func first(_ container: Container) {
          container.register(B.self) { r in
            let c = r ~> C.self
            return B(c)
          }
          .inObjectScope(.container)
        }
      }
      func f(_ c: Shelf) { A().first(c) }

      """,
      """
      import DependenceModules
      class A: Base {
        var modules: Dependencies { Dependencies {
          let shared = S()
          first()
          #if DEBUG
          Module { D() as D }
          #endif
        } }
      }
      extension A {
        private func first() -> Dependencies { Dependencies {
          Module { () -> B in
            let c = Dependencies.resolveIfRegistered(C.self)!
            return B(c)
          }
        } }
      }
      func f(_ c: Shelf) { prepareDependencies(Dependencies { A().first() }) }

      """
    ),
    Rewriting(
      "registrations that make an instance for each resolution, or from arguments",
      """
      import Swinject
      struct V {}
      struct A: Assembly { func assemble(container: Container) {
        container.register(B.self) { _ in B() }
        container.register((any P).self, name: "p") { r in Q(r.resolve(B.self)!) }.inObjectScope(.transient)
        container.register(C.self) { (r, id: Int, _ name: String) in C(id, name) }
        container.register(V.self) { _ in V() }
        container.register(D.self) { _ in try! D() }.inObjectScope(.container)
      } }
      func f() {
        let p = x.resolve(P.self, name: "p")
        let c = x.resolve(C.self, arguments: 1, "a")!
        let v = x.resolve(V.self)!
      }

      """,
      """
      import DependenceModules
      struct V {}
      struct A { var modules: Dependencies { Dependencies {
        Module { Provider { B() as B } }
        Module("p") { Provider { Q(Dependencies.resolveIfRegistered(Provider<B>.self)!()) as any P } }
        Module { () -> (@Sendable (Int, String) -> C) in { id, name in C(id, name) } }
        Module { V() as V }
        Module { () -> D in try! D() }
      } } }
      func f() {
        let p = Dependencies.resolveIfRegistered(Provider<P>.self, named: "p")?()
        let c = Dependencies.resolveIfRegistered((@Sendable (Int, String) -> C).self)!(1, "a")
        let v = Dependencies.resolveIfRegistered(V.self)!
      }

      """
    ),
    Rewriting(
      "registrations outside of assemblies",
      """
      import Swinject
      struct Module {}
      func f(_ c: Shelf) {
        c.register(A.self) { _ in A() }.inObjectScope(.container)
        c.register(B.self) { _ in B() }.inObjectScope(.container)
        g()
        c.register(D.self) { _ in
          D()
        }.inObjectScope(.container)
      }

      """,
      """
      import DependenceModules
      struct Module {}
      func f(_ c: Shelf) {
        prepareDependencies(Dependencies {
          DependenceModules.Module { A() as A }
          DependenceModules.Module { B() as B }
        })
        g()
        prepareDependencies(Dependencies { DependenceModules.Module {
          D() as D
        } })
      }

      """
    ),
  ]
}
