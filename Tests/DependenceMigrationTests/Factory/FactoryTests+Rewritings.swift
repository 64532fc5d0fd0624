extension FactoryTests {
  static let rewritings = [
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
      "import Dependence\nclass A {\n  @Dependency(\\.a, resolve: .captured) var a\n"
        + "  func f() { Dependency(\\.b).wrappedValue.g() }\n}\n"
    ),
    Rewriting(
      "registrations",
      "import FactoryKit\n@Test func f() {\n  Container.shared.a.register { A() }\n  Container.shared.b.register { g(); return B() }\n"
        + "  h()\n  defer { Container.shared.reset() }\n  i()\n}\n",
      "import Dependence\n@Test func f() {\n  prepareDependencies {\n    $0.a = A()\n    $0.b = { g(); return B() }()\n  }\n"
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
        @Injected(\\.a) private(set) var x
        @Injected(\\.b) private(set) var v
        @ObservationIgnored
        @LazyInjected(\\.a) var y: any P
        @DynamicInjected(\\.d) var z
        func f() { g(Container.shared.a(), Container.shared.d.resolve(), Container.shared.b()) }
        func g() { h(resolve(\\.a), resolve(\\.b), Container.shared.d.callAsFunction()) }
      }

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
        let x = Dependency(\\.a).wrappedValue()
        @Dependency(\\.b, resolve: .captured) var v
        @ObservationIgnored
        lazy var y: any P = Dependency(\\.a).wrappedValue()
        var z: D { Dependency(\\.d).wrappedValue() }
        func f() { g(Dependency(\\.a).wrappedValue(), Dependency(\\.d).wrappedValue(), Dependency(\\.b).wrappedValue) }
        func g() { h(Dependency(\\.a).wrappedValue(), Dependency(\\.b).wrappedValue, Dependency(\\.d).wrappedValue()) }
      }

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
      struct U { @Dependency(\\.a, resolve: .captured) var a }
      func f() { g(Dependency(\\.b).wrappedValue) }

      """
    ),
    Rewriting(
      "containers that are handed on",
      """
      import Factory
      import XCTest
      extension Container {
        var a: Factory<A> { self { A() }.singleton }
        func mock() { a.register { B() } }
        func unmock() {
          a.reset(.all)
          self.a.reset()
        }
      }
      struct S {
        private let container: Container
        let a: A
        init(n: Int, container: Container = .shared) {
          self.container = container
          a = container.a()
        }
        init(_ container: Container, m: Int) { self.init(n: m, container: container) }
        func f() { g(self.container.a(), S(n: 1, container: .shared)) }
      }
      final class T: XCTestCase {
        var container: Container!
        override func setUp() {
          container = Container()
          Container.shared = container
          container.mock()
        }
        override func tearDown() {
          container.unmock()
          container.a.reset()
          container = nil
        }
      }

      """,
      """
      import Dependence
      import DependenceMacros
      import XCTest
      extension DependencyValues {
        @DependencyEntry var a: A = A()
        static func mock() { prepareDependencies { $0.a = B() } }
        static func unmock() {
        }
      }
      struct S {
        let a: A
        init(n: Int) {
          a = Dependency(\\.a).wrappedValue
        }
        init(m: Int) { self.init(n: m) }
        func f() { g(Dependency(\\.a).wrappedValue, S(n: 1)) }
      }
      final class T: XCTestCase {
        override func setUp() {
          DependencyValues.mock()
        }
        override func tearDown() {
          DependencyValues.unmock()
        }
      }

      """
    ),
    Rewriting(
      "registrations of a preview",
      """
      import Factory
      #Preview {
        let _ = Container.shared.a.register { A() }
        let b = B()
        let _ = Container.shared.b.register { b }
        let _ = f()
        S()
      }

      """,
      """
      import Dependence
      #Preview {
        let b = B()
        let _ = prepareDependencies {
          $0.a = A()
          $0.b = b
        }
        let _ = f()
        S()
      }

      """
    ),
    Rewriting(
      "factories that another module registers",
      """
      import Factory
      extension Container {
        public var a: Factory<A?> { promised() }
        var b: Factory<B?> {
          promised().singleton
        }
        var c: Factory<C?> { self { nil } }
        var d: Factory<D?> { self { nil } }
        var e: ParameterFactory<Int, E?> { promised() }
        @MainActor var f: Factory<F?> { promised() }
        var g: Factory<G?> { promised().cached }
      }
      enum D { static let live = D.make() }
      func g() {
        Container.shared.a.register { LiveA() }
        Container.shared.b.register { LiveB() }
        Container.shared.c.register { LiveC() }
        Container.shared.d.register { .live }
        Container.shared.e.register { LiveE($0) }
        Container.shared.g.register { @MainActor in LiveG() }
      }
      struct S {
        @Injected(\\.a) var a
        @Injected(\\.b) var b
        let c = Container.shared.c()
      }

      """,
      """
      import Dependence
      import DependenceMacros
      extension DependencyValues {
        @DependencyEntry public var a: Provider<A?> = Provider { unimplemented("a", placeholder: nil) }
        @DependencyEntry var b: B? = unimplemented("b", placeholder: nil)
        @DependencyEntry var c: Provider<C?> = Provider { nil }
        @DependencyEntry var d: D? = nil
        @DependencyEntry var e: @Sendable (Int) -> E? = { _ in unimplemented("e", placeholder: nil) }
        @DependencyEntry var f: @MainActor @Sendable () -> F? = { unimplemented("f", placeholder: nil) }
        @DependencyEntry var g: MainActorLazy<G?> = MainActorLazy { unimplemented("g", placeholder: nil) }
      }
      enum D { static let live = D.make() }
      func g() {
        prepareDependencies {
          $0.a = Provider { LiveA() }
          $0.b = LiveB()
          $0.c = Provider { LiveC() }
          $0.d = .live
          $0.e = { LiveE($0) }
          $0.g = MainActorLazy { @MainActor in LiveG() }
        }
      }
      struct S {
        let a = Dependency(\\.a).wrappedValue()
        @Dependency(\\.b, resolve: .captured) var b
        let c = Dependency(\\.c).wrappedValue()
      }

      """
    ),
    Rewriting(
      "values of tests and previews that read factories",
      """
      import Factory
      extension Container {
        var a: Factory<A> { self { A() }.singleton }
        var b: Factory<B> { self { B() }.cached.onTest { [unowned self] in B(self.a()) } }
        var c: Factory<C> {
          self { C() }.onPreview {
            let a = self.a.resolve()
            return C(a)
          }
        }
      }

      """,
      """
      import Dependence
      import DependenceMacros
      extension DependencyValues {
        @DependencyEntry var a: A = A()
        @DependencyEntry(test: B(Dependency(\\.a).wrappedValue)) var b: B = B()
        @DependencyEntry(preview: Provider {
            let a = Dependency(\\.a).wrappedValue
            return C(a)
          }) var c: Provider<C> = Provider { C() }
      }

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
      #Preview { let _ = Container.shared.c.register { C() } }
      #Preview { @Previewable @Injected(\\.a) var a; V(a) }

      """,
      """
      import Dependence
      import DependenceMacros
      extension DependencyValues { @DependencyEntry var a: @MainActor @Sendable () -> A = { A() } }
      struct S: View {
        @StateObject(wrappedValue: Dependency(\\.a).wrappedValue()) private var a
        @State(wrappedValue: Dependency(\\.b).wrappedValue) var b: B
      }
      #Preview { let _ = prepareDependencies { $0.c = C() } }
      #Preview { let a = Dependency(\\.a).wrappedValue(); V(a) }

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
      @Suite final class T { @Dependency(\\.d, resolve: .captured) var d }
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
          a.register { A(1) }
          self.b.register { B() }
        }
        func all() { others() }
        func others() { g() }
      }
      func f() { Container.shared.setUpMocks() }
      extension Container { var r: Factory<R> { self { R(container: self, b: self.s()) } } }
      struct R { init(container: Container, b: S) {} }

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
            $0.a = A(1)
            $0.b = Provider { B() }
          }
        }
        static func all() { others() }
        static func others() { g() }
      }
      func f() { DependencyValues.setUpMocks() }
      extension DependencyValues { @DependencyEntry var r: Provider<R> = Provider { R(b: Dependency(\\.s).wrappedValue) } }
      struct R { init(b: S) {} }

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
      "traits",
      "import FactoryTesting\nimport Testing\n@Suite(.container)\nstruct A {\n"
        + "  @Test(.container { $0.b.register { C() } }) func f() {}\n}\n",
      "import DependenceTesting\nimport Testing\n@Suite(.dependencies)\nstruct A {\n"
        + "  @Test(.dependencies { $0.b = C() }) func f() {}\n}\n"
    ),
    Rewriting(
      "registrations that end with a reset, and those that trap",
      """
      import Factory
      import XCTest
      @Test func f() {
        Container.shared.a
          .register { A() }
          .reset(.scope)
        Container.shared.b.register { fatalError("mock it") }
        Scope.singleton.reset()
      }

      """,
      """
      import Dependence
      import XCTest
      @Test func f() {
        prepareDependencies { $0.a = A() }
      }

      """
    ),
  ]
}
