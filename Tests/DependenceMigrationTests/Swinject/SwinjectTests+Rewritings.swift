extension SwinjectTests {
  static let rewritings = [
    Rewriting(
      "assemblies that are applied, or assembled by hand",
      """
      import Swinject
      func f() {
        shelf.apply(assemblies: [A(), B()])
        shelf.apply(assembly: C())
        D().assemble(container: box)
      }

      """,
      """
      import DependenceModules
      func f() {
        prepareDependencies(Dependencies { A().modules; B().modules })
        prepareDependencies(Dependencies { C().modules })
        prepareDependencies(Dependencies { D().modules })
      }

      """
    ),
    Rewriting(
      "variables that hold a container or an assembler",
      """
      import Swinject
      final class Shelf {
        private let box = Container()
        private let assembler: Assembler = Assembler([A(), B()])
        func find() -> C? { assembler.resolver.resolve(C.self) }
        func fill() { box.register(D.self) { _ in D() }.inObjectScope(.container) }
      }
      final class Desk {
        var assembler: Assembler!
        let box: Container
        init() {
          box = Container()
          self.assembler = Assembler(container: box)
        }
        func fill() {
          assembler.apply(assemblies: [A(), B()])
          assembler?.apply(assembly: C())
        }
      }
      final class ShelfTests: XCTestCase {
        private var assembler: Assembler?
        override func setUp() { assembler = Assembler([A()]) }
        func testIt() { XCTAssertNotNil(assembler?.resolver.resolve(C.self)) }
      }
      final class Drawer {
        private var box: Container?
        func fill() { box = Container() }
        func find() -> C? {
          guard let box = self.box else { return nil }
          return box.resolve(C.self)
        }
        func take() -> C {
          guard let box else { fatalError() }
          return box.resolve(C.self)!
        }
      }

      """,
      """
      import DependenceModules
      final class Shelf {
        private let assembler: Void = prepareDependencies(Dependencies { A().modules; B().modules })
        func find() -> C? { Dependencies.resolveIfRegistered(C.self) }
        func fill() { prepareDependencies(Dependencies { Module { D() as D } }) }
      }
      final class Desk {
        init() {
        }
        func fill() {
          prepareDependencies(Dependencies { A().modules; B().modules })
          prepareDependencies(Dependencies { C().modules })
        }
      }
      final class ShelfTests: XCTestCase {
        override func setUp() { prepareDependencies(Dependencies { A().modules }) }
        func testIt() { XCTAssertNotNil(Dependencies.resolveIfRegistered(C.self)) }
      }
      final class Drawer {
        func fill() {  }
        func find() -> C? {
          return Dependencies.resolveIfRegistered(C.self)
        }
        func take() -> C {
          return DependencyValues.current[module: C.self]
        }
      }

      """
    ),
    Rewriting(
      "functions that make a container",
      """
      import Swinject
      enum Boxes {
        static func make() -> Container {
          let box = Container()
          A().assemble(container: box)
          box.register(B.self) { _ in B() }.inObjectScope(.container)
          return box
        }
      }
      func assembled() -> Assembler { Assembler([A()]) }
      func f() {
        let box = Boxes.make()
        g(box.resolve(B.self)!)
        _ = assembled()
      }
      final class Shelf { let box = Boxes.make() }

      """,
      """
      import DependenceModules
      enum Boxes {
        static func make() {
          prepareDependencies(Dependencies {
            A().modules
            Module { B() as B }
          })
        }
      }
      func assembled() { prepareDependencies(Dependencies { A().modules }) }
      func f() {
        Boxes.make()
        g(DependencyValues.current[module: B.self])
        assembled()
      }
      final class Shelf { let box: Void = Boxes.make() }

      """
    ),
    Rewriting(
      "what is found by a type that a function is asked for",
      """
      import Swinject
      final class Shelf {
        func find<S>(_ type: S.Type, named name: String) -> S? { box.resolve(type, name: name) }
        func find<S: P>() -> S { box.resolve(S.self)! }
        func resolve() -> A { Shelf.shared.resolve(A.self) }
      }
      @propertyWrapper struct Found<S> { let wrappedValue: S = Desk.box.resolve(S.self)! }

      """,
      """
      import DependenceModules
      final class Shelf {
        func find<S: Sendable>(_ type: S.Type, named name: String) -> S? { (Dependencies.resolveIfRegistered(Provider<S>.self, named: name)?() ?? Dependencies.resolveIfRegistered(S.self, named: name)) }
        func find<S: P>() -> S { (Dependencies.resolveIfRegistered(Provider<S>.self)?() ?? DependencyValues.current[module: S.self]) }
        func resolve() -> A { Shelf.shared.resolve(A.self) }
      }
      @propertyWrapper struct Found<S: Sendable> { let wrappedValue: S = (Dependencies.resolveIfRegistered(Provider<S>.self)?() ?? DependencyValues.current[module: S.self]) }

      """
    ),
    Rewriting(
      "registrations that are completed, name another one, or go by an initializer",
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
          b.d = DependencyValues.current[module: D.self]
          return b
        } }
        Module { Provider { DependencyValues.current[module: Provider<B>.self]() as any P } }
        Module { D(DependencyValues.current[module: E.self], f: DependencyValues.current[module: (any F).self]) as D }
        Module("g") { Provider { G(e: DependencyValues.current[module: E.self]) as G } }
        Module { Provider { H() as H } }
        Module("i") { Provider { I(DependencyValues.current[module: Provider<H>.self]()) as I } }
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
        + "    Module(\"b\") { C(d: DependencyValues.current[module: D.self, named: \"d\"]) as any B }\n  } }\n}\n"
    ),
    Rewriting(
      "an assembler",
      "import Swinject\nfunc f() {\n  let a = Assembler([A(), B(c: 1)])\n  g(a.resolver.resolve(C.self)!)\n}\n",
      "import DependenceModules\nfunc f() {\n  prepareDependencies(Dependencies { A().modules; B(c: 1).modules })\n"
        + "  g(DependencyValues.current[module: C.self])\n}\n"
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
            let c = isC ? r ~> C.self : r ~> D.self
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
            let c = isC ? DependencyValues.current[module: C.self] : DependencyValues.current[module: D.self]
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
        Module("p") { Provider { Q(DependencyValues.current[module: Provider<B>.self]()) as any P } }
        Module { () -> (@Sendable (Int, String) -> C) in { id, name in C(id, name) } }
        Module { V() as V }
        Module { () -> D in try! D() }
      } } }
      func f() {
        let p = Dependencies.resolveIfRegistered(Provider<P>.self, named: "p")?()
        let c = DependencyValues.current[module: (@Sendable (Int, String) -> C).self](1, "a")
        let v = DependencyValues.current[module: V.self]
      }

      """
    ),
    Rewriting(
      "instances that are made anew, beside a type of the same name",
      """
      import Swinject
      enum Provider {}
      func f(_ c: Shelf) {
        c.register(A.self) { _ in A() }
        g(c.resolve(A.self)!)
      }
      func h(_ c: Shelf) {
        c.register(B.self) { B($0.resolve(C.self)!.map { $0.id }) }.inObjectScope(.container)
      }

      """,
      """
      import DependenceModules
      enum Provider {}
      func f(_ c: Shelf) {
        prepareDependencies(Dependencies { Module { DependenceModules.Provider { A() as A } } })
        g(DependencyValues.current[module: DependenceModules.Provider<A>.self]())
      }
      func h(_ c: Shelf) {
        prepareDependencies(Dependencies { Module { B(DependencyValues.current[module: C.self].map { $0.id }) as B } })
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
