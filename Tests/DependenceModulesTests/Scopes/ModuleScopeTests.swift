import DependenceModules
import DependenceTesting
import TestKeys
import Testing

@Suite(
  .modules {
    Module { Service("outer") as any ServiceType }
    Module { Store() as any StoreType }
    Module { Token() }
  }
)
struct ModuleScopeTests {
  @Inject private var service: any ServiceType
  @Inject private var store: any StoreType
  @Inject private var token: Token
  @Dependency(\.service) private var own: Service
  @Dependency(\.cart) private var cart
  @Dependency(\.clock) private var clock

  @Test func `a scope that registers nothing shares everything`() {
    let outer = (service, store, token)

    withDependencies {
      $0.number = 7
    } operation: {
      #expect(service === outer.0)
      #expect(store === outer.1)
      #expect(token === outer.2)
    }
  }

  @Test func `a scope has instances of its own of what it registers and what is built on that`() {
    let outer = (service, store, token)

    withDependencies(Dependencies { Module { Service("inner") as any ServiceType } }) {
      #expect(service.text == "inner")
      #expect(store !== outer.1)
      #expect(store.service === service)
      #expect(token === outer.2)
      #expect(service === service)
      #expect(store === store)
    }
    #expect(service === outer.0)
    #expect(store === outer.1)
  }

  @Test func `a value that is bound reaches what is built on it`() {
    let inner = Service("inner")

    withDependencies {
      $0[module: (any ServiceType).self] = inner
      $0[\.service] = inner
    } operation: {
      #expect(store.service === inner)
      #expect(cart.service === inner)
    }
    #expect(store.service.text == "outer")
    #expect(cart.service === own)
  }

  @Test func `a module that is registered further in wins over a value further out`() {
    withDependencies {
      $0[module: (any ServiceType).self] = Service("value")
    } operation: {
      withDependencies(Dependencies { Module { Service("module") as any ServiceType } }) {
        #expect(service.text == "module")
      }
      #expect(service.text == "value")
    }
  }

  @Test func `to assign runs no factory`() {
    withDependencies {
      $0.register { Module("trap") { () -> Token in fatalError("made") } }
      $0[module: Token.self, named: "trap"] = Token()
    } operation: {
      _ = DependencyValues.current[module: Token.self, named: "trap"]
    }
  }

  @Test func `to assign needs no module and reports nothing`() {
    let found = issues {
      withDependencies {
        $0[module: Int.self] = 3
        $0[\.forwarded] = Service("bound")
      } operation: {
        @Inject var number: Int
        @Dependency(\.forwarded) var forwarded
        #expect(number == 3)
        #expect(forwarded.text == "bound")
      }
    }

    #expect(found == [])
  }

  @Test func `to renew gives a scope an instance of its own, by the same module`() {
    let outer = (service, store, token)

    withDependencies {
      $0.renew((any ServiceType).self)
    } operation: {
      #expect(service.text == "outer")
      #expect(service !== outer.0)
      #expect(service === service)
      #expect(store.service === service)
      #expect(token === outer.2)
    }
  }

  @Test func `to renew a property that nobody registered makes it anew`() {
    let outer = (own, cart, clock)

    withDependencies {
      $0.renew(\.service)
    } operation: {
      #expect(own !== outer.0)
      #expect(cart !== outer.1)
      #expect(cart.service === own)
      #expect(clock === outer.2)
    }
    #expect(own === outer.0)
  }

  @Test func `a captured scope keeps what was renewed in it`() {
    let continuation = withDependencies {
      $0.renew(\.cart)
    } operation: {
      captureDependencies()
    }

    let first = continuation.run { cart }
    #expect(continuation.run { cart } === first)
    #expect(cart !== first)
  }

  @Test func `to renew runs no factory`() {
    withDependencies {
      $0.register { Module("trap") { () -> Token in fatalError("made") } }
      $0.renew(Token.self, named: "trap")
    } operation: {
    }
  }

  @Test func `to renew a value is an issue`() {
    let line = #line + 4
    let found = issues {
      withDependencies {
        $0[\.service] = Service("bound")
        $0.renew(\.service)
      } operation: {
        #expect(own.text == "bound")
      }
    }

    #expect(
      found.map(\.message) == [
        """
        \(SlotNames.service) cannot be renewed, because it was overridden with a value at \
        DependenceModulesTests/ModuleScopeTests.swift:\(line - 1), and has no factory here. Register a \
        Module for it, or override it with another value.
        """
      ]
    )
    #expect(found.map(\.site.line) == [line])
  }

  @Test func `detached work sees what it captured`() async {
    let continuation = withDependencies {
      $0[module: (any ServiceType).self] = Service("inner")
    } operation: {
      captureDependencies()
    }

    let text = await Task.detached { continuation.run { Store().service.text } }.value

    #expect(text == "inner")
  }

  @Test func `racing first readers get one identity`() async {
    let first = Token()
    let seen = await withTaskGroup(of: ObjectIdentifier.self) { group in
      for _ in 0..<64 {
        group.addTask { ObjectIdentifier(DependencyValues.current[module: Token.self]) }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(seen == [ObjectIdentifier(token)])
    withExtendedLifetime(first) {}
  }
}
