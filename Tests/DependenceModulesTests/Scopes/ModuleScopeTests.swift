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

  @Test func `a scope without registrations shares the instances of the outer scope`() {
    let outer = (service, store, token)

    withDependencies {
      $0.number = 7
    } operation: {
      #expect(service === outer.0)
      #expect(store === outer.1)
      #expect(token === outer.2)
    }
  }

  @Test func `a scope has separate instances of its modules and of their dependents`() {
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

  @Test func `an assigned value is used by modules and properties that depend on it`() {
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

  @Test func `a module of an inner scope wins over a value of an outer scope`() {
    withDependencies {
      $0[module: (any ServiceType).self] = Service("value")
    } operation: {
      withDependencies(Dependencies { Module { Service("module") as any ServiceType } }) {
        #expect(service.text == "module")
      }
      #expect(service.text == "value")
    }
  }

  @Test func `assigning a value does not run the factory`() {
    withDependencies {
      $0.register { Module("trap") { () -> Token in fatalError("made") } }
      $0[module: Token.self, named: "trap"] = Token()
    } operation: {
      _ = DependencyValues.current[module: Token.self, named: "trap"]
    }
  }

  @Test func `assigning a value without a module reports no issue`() {
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

  @Test func `renewing creates a separate instance in the scope with the same module`() {
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

  @Test func `renewing an unregistered property recreates it and its dependents`() {
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

  @Test func `a captured scope keeps its renewed instance`() {
    let continuation = withDependencies {
      $0.renew(\.cart)
    } operation: {
      captureDependencies()
    }

    let first = continuation.run { cart }
    #expect(continuation.run { cart } === first)
    #expect(cart !== first)
  }

  @Test func `renewing does not run the factory`() {
    withDependencies {
      $0.register { Module("trap") { () -> Token in fatalError("made") } }
      $0.renew(Token.self, named: "trap")
    } operation: {
    }
  }

  @Test func `renewing an assigned value reports an issue`() {
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

  @Test func `an assigned object that starts a task is freed with its scope`() {
    let assigned = Lock<Task<Void, Never>?>(nil)
    weak var weakPlayer: Player?

    withDependencies {
      $0[module: Player.self] = Player()
    } operation: {
      @Inject var player: Player
      weakPlayer = player
      assigned.withLock { $0 = player.task }
    }

    #expect(weakPlayer == nil)
    #expect(assigned.withLock { $0?.isCancelled } == true)
  }

  @Test func `an object that a scope creates lives as long as a task of its initializer`() {
    weak var weakPlayer: Player?

    let task = withDependencies(Dependencies { Module { Player() } }) {
      @Inject var player: Player
      weakPlayer = player
      return player.task
    }

    #expect(weakPlayer != nil)
    #expect(!task.isCancelled)
    task.cancel()
  }

  @Test func `an object that a scope creates and that inherits from it outlives the scope`() {
    final class Listener: Sendable {
      let service = Inject<any ServiceType>(resolve: .inherited)
    }
    weak var weakListener: Listener?

    withDependencies(Dependencies { Module { Listener() } }) {
      @Inject var listener: Listener
      weakListener = listener
    }

    #expect(weakListener != nil)
  }

  /// An object that starts a task when it is created, and cancels the task when it is freed.
  private final class Player: Sendable {
    let task = Task {
      while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
    }

    deinit { task.cancel() }
  }

  @Test func `a detached task sees the overrides of a captured scope`() async {
    let continuation = withDependencies {
      $0[module: (any ServiceType).self] = Service("inner")
    } operation: {
      captureDependencies()
    }

    let text = await Task.detached { continuation.run { Store().service.text } }.value

    #expect(text == "inner")
  }

  @Test func `concurrent first reads return the same instance`() async {
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

  @Test func `renewing an unregistered type reports an issue`() {
    let line = #line + 3
    let found = issues {
      withDependencies {
        $0.renew(Token.self, named: "misspelled")
      } operation: {
      }
    }

    #expect(found.map(\.site.line) == [line])
    #expect(found.allSatisfy { $0.message.contains("Token named \"misspelled\"") })
  }

  /// A part of an app that can be installed in a scope, like a module, but is not a module.
  private struct Feature: DependencyInstalling {
    static func install(
      _ parts: [any DependencyInstalling],
      in values: inout DependencyValues
    ) {
      values[\.service] = Service("feature")
    }
  }

  @Test func `parts of other types are installed together with modules`() {
    withDependencies {
      Module.install([Module { Token() }, Feature()], in: &$0)
    } operation: {
      #expect(own.text == "feature")
    }
  }
}
