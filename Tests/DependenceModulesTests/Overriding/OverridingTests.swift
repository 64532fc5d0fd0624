import Dependence
import DependenceHarness
import DependenceModules
import DependenceTesting
import TestKeys
import Testing

@MainActor
private final class DataSource {
  @Dependency(\.service, resolve: .lazy) var service: Service
  @Dependency(\.service, resolve: .captured) var captured: Service
}

@MainActor private enum MainActorService {
  static func make(_ made: LockBox<Int>) -> Service {
    made.withValue { $0 += 1 }
    return Service("main actor")
  }
}

struct OverridingTests {
  @Dependency(\.service) private var service: Service
  @Dependency(\.cart) private var cart
  @Dependency(\.clock) private var clock

  @Test func `overriding or resetting a dependency after the test is reported`() {
    let owner = RecordingOwner()
    let root = DependencyRoot(owner: owner)
    Frame.bind(RootFrame(root)) {
      root.close()
      Dependencies.override((any ServiceType).self) { Service("late") }
      Dependencies.overrideResettingAll((any ServiceType).self) { Service("late") }
      Dependencies.reset()
    }

    #expect(owner.messages.count == 3, "\(owner.messages)")
    #expect(owner.messages.allSatisfy { $0.contains("which has ended") })
  }

  @Test func `a property is created once, and its wrapper has the size of a pointer`() {
    #expect(service === service)
    #expect(cart.service === service)
    #expect(MemoryLayout.size(ofValue: _service) == 8)
  }

  @Test func `a property can choose its value by context`() {
    let contexts = DependencyContext.allCases.map { context in
      withDependencies {
        $0.context = context
      } operation: {
        DependencyValues.current[\.contextual].text
      }
    }

    #expect(contexts == ["live", "preview", "test"])
    #expect(Dependencies.context == .test)
  }

  @Test(.dependency(\.context, .preview)) func `an override takes effect in a preview`() {
    @Dependency(\.contextual) var contextual
    let before = contextual

    Dependencies.overrideResettingAll(\.contextual) { Service("override") }

    #expect(before.text == "preview")
    #expect(contextual.text == "override")
  }

  @Test func `an override replaces only the value of its own property`() {
    let old = (service, cart, clock)

    Dependencies.override(\.service) { Service("override") }

    #expect(service.text == "override")
    #expect(service === service)
    #expect(cart === old.1)
    #expect(clock === old.2)
  }

  @Test func `an override takes precedence over modules that are installed later`() throws {
    Dependencies.override((any ServiceType).self) { Service("override") }
    Dependencies { Module { Service("module") as any ServiceType } }.build()

    #expect(try Dependencies.resolve((any ServiceType).self).text == "override")
    withDependencies(Dependencies { Module { Service("scope") as any ServiceType } }) {
      #expect(Dependencies.resolveIfRegistered((any ServiceType).self)?.text == "scope")
    }
    Dependencies.reset((any ServiceType).self)
    #expect(try Dependencies.resolve((any ServiceType).self).text == "module")
  }

  @Test func `overrideResettingAll recreates all other values`() {
    let old = (service, cart, clock)

    Dependencies.overrideResettingAll(\.service) { Service("override") }

    #expect(service.text == "override")
    #expect(cart !== old.1)
    #expect(cart.service === service)
    #expect(clock !== old.2)
    #expect(clock === clock)
  }

  @MainActor @Test func `a main-actor override creates its value at the first read`() {
    let made = LockBox(0)
    let old = clock
    Dependencies.override(\.service, onMainActor: { MainActorService.make(made) })
    #expect(made.value == 0)

    #expect(service.text == "main actor")
    #expect(service === service)
    #expect(made.value == 1)
    #expect(clock === old)
  }

  @Test func `a main-actor override traps if another thread reads it first`() async {
    await #expect(processExitsWith: .failure) {
      Dependencies.override(\.service, onMainActor: { MainActorService.make(LockBox(0)) })
      await Task.detached { _ = DependencyValues.current[\.service] }.value
    }
  }

  @Test func `overrideResettingAll keeps other overrides`() {
    Dependencies.override(\.clock) { Token() }
    Dependencies.override(\.service) { Service("first") }
    let old = clock

    Dependencies.overrideResettingAll(\.cart) { Cart() }

    #expect(service.text == "first")
    #expect(clock !== old)
  }

  @Test func `a reset discards overrides and instances`() {
    let own = service
    Dependencies.override(\.service) { Service("override") }
    _ = (service, cart)

    Dependencies.reset()

    #expect(service.text == "own")
    #expect(service !== own)
    #expect(cart.service === service)
  }

  @Test func `resetting one property removes only its override`() {
    let own = service
    Dependencies.override(\.service) { Service("override") }
    Dependencies.override(\.clock) { Token() }
    let (overridden, old) = (cart, clock)

    Dependencies.reset(\.service)

    #expect(service.text == "own")
    #expect(service !== own)
    #expect(service === service)
    #expect(cart === overridden)
    #expect(clock === old)
    Dependencies.override(\.service) { Service("second") }
    #expect(service.text == "second")
  }

  @Test(.modules { Module("one") { Service("module") as any ServiceType } })
  func `resetting a type and name removes the override of that module`() {
    @Inject("one") var module: any ServiceType
    Dependencies.override((any ServiceType).self, named: "one") { Service("override") }
    #expect(module.text == "override")

    Dependencies.reset((any ServiceType).self, named: "one")

    #expect(module.text == "module")
  }

  @Test func `resetting a property without an override recreates its value`() {
    let (old, other) = (service, clock)

    Dependencies.reset(\.service)

    #expect(service !== old)
    #expect(clock === other)
  }

  @Test func `a later override wins`() {
    Dependencies.override(\.service) { Service("first") }
    _ = service
    Dependencies.override(\.service) { Service("second") }

    #expect(service.text == "second")
  }

  @MainActor @Test func `a captured wrapper keeps its value after an override`() {
    let source = DataSource()

    Dependencies.overrideResettingAll(\.service) { Service("override") }

    #expect(source.service.text == "override")
    #expect(source.captured.text == "own")
    #expect(DataSource().captured.text == "override")
  }

  @Test(.modules { Module { Service("module") as any ServiceType } })
  func `a module can be overridden by its type and name`() {
    @Inject var module: any ServiceType
    #expect(module.text == "module")

    Dependencies.override((any ServiceType).self) { Service("override") }
    #expect(module.text == "override")

    Dependencies.overrideResettingAll((any ServiceType).self, named: "new") { Service("new") }
    @Inject("new") var new: any ServiceType
    #expect(new.text == "new")
    #expect(module.text == "override")
  }

  @Test func `an override replaces a prepared value until the reset`() {
    prepareDependencies { $0[\.service] = Service("installed") }
    #expect(service.text == "installed")

    Dependencies.override(\.service) { Service("override") }
    #expect(service.text == "override")

    Dependencies.reset()
    #expect(service.text == "installed")
  }

  @Test func `between an override and a module of a scope, the later one wins`() {
    withDependencies(Dependencies { Module(\.service) { Service("earlier module") } }) {
      Dependencies.override(\.service) { Service("override") }
      #expect(service.text == "override")
      withDependencies(Dependencies { Module(\.service) { Service("later module") } }) {
        #expect(service.text == "later module")
      }
      #expect(service.text == "override")
    }
  }

  @Test func `renewing an overridden property uses the factory of the override`() {
    Dependencies.override(\.service) { Service("override") }
    let outer = service

    withDependencies {
      $0.renew(\.service)
    } operation: {
      #expect(service.text == "override")
      #expect(service !== outer)
    }
  }

  @Test func `an override hidden by a value of the scope reports where that was assigned`() {
    let line = #line + 3
    let found = issues {
      withDependencies {
        $0[\.service] = Service("bound")
      } operation: {
        Dependencies.override(\.service) { Service("override") }
        #expect(service.text == "bound")
      }
    }

    #expect(service.text == "override")
    #expect(found.map(\.site.line) == [line + 2])
    #expect(
      found.first?.message.hasSuffix(
        """
         in this scope, because the scope overrides it with a value at \
        DependenceModulesTests/OverridingTests.swift:\(line). Assign the new value to the scope instead, \
        with $0[\\.…] = …, or remove that override.
        """
      ) == true,
      "\(found)"
    )
  }

  @Test func `an override during creation takes effect`() {
    withDependencies {
      $0.register {
        Module(\.service) {
          // Reproduces the race deterministically: the override happens while the value is created.
          Dependencies.override(\.service) { Service("override") }
          return Service("stale")
        }
      }
    } operation: {
      #expect(service.text == "override")
      #expect(service === service)
    }
  }

  @Test func `a reset during creation recreates the value from the new dependencies`() {
    withDependencies {
      $0.register {
        Module("built") { () -> [String] in
          let before = DependencyValues.current[\.service].text
          if before == "own" {
            Dependencies.overrideResettingAll(\.service) { Service("override") }
          }
          return [before]
        }
      }
    } operation: {
      #expect(DependencyValues.current[module: [String].self, named: "built"] == ["override"])
    }
  }

  @Test func `an override on another thread during creation takes effect`() async {
    let isBuilding = Gate()
    let isOverridden = Gate()
    await withDependencies {
      $0.register {
        Module(\.service) {
          isBuilding.open()
          isOverridden.wait()
          return Service("stale")
        }
      }
    } operation: {
      let scope = captureDependencies()
      async let read = onThread { scope.run { DependencyValues.current[\.service].text } }
      async let other = onThread {
        isBuilding.wait()
        scope.run { Dependencies.override(\.service) { Service("override") } }
        isOverridden.open()
      }
      _ = await other
      #expect(await read == "override")
    }
  }

  @Test func `overrides in one dependency root do not affect other roots`() async {
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          DependencyRoot.separate {
            Dependencies.override(\.service) { Service("\(number)") }
            #expect(service.text == "\(number)")
          }
        }
      }
    }
    #expect(service.text == "own")
  }

  @Test
  func `a stress iteration inherits the overrides of the test and isolates its own`() async throws {
    Dependencies.override(\.service) { Service("outer") }

    try await stress(iterations: 4) { _ in
      #expect(DependencyValues.current[\.service].text == "outer")
      Dependencies.override(\.service) { Service("inner") }
      #expect(DependencyValues.current[\.service].text == "inner")
    }

    #expect(service.text == "outer")
  }

  @Test func `an override applies in scopes with another context, and from there`() {
    Dependencies.override(\.service) { Service("outer") }
    withDependencies {
      $0.context = .preview
    } operation: {
      #expect(service.text == "outer")
      Dependencies.override(\.service) { Service("inner") }
    }

    #expect(service.text == "inner")
  }

  @Test func `an overridden type without a module can be renewed`() throws {
    Dependencies.override(Service.self) { Service("override") }
    let outer = try Dependencies.resolve(Service.self)

    let inner = try withDependencies {
      $0.renew(Service.self)
    } operation: {
      try Dependencies.resolve(Service.self)
    }

    #expect(inner.text == "override")
    #expect(inner !== outer)
    #expect(try Dependencies.resolve(Service.self) === outer)
  }

  @Test func `changes in a detached task are ignored and reported`() async {
    let modules = Dependencies { Module { Service("module") } }
    let (reported, registered) = await Task.detached {
      let found = issues {
        Dependencies.override(Service.self) { Service("override") }
        Dependencies.overrideResettingAll(Service.self) { Service("override") }
        Dependencies.reset(Service.self)
        Dependencies.reset()
        modules.build()
      }
      return (found, Dependencies.resolveIfRegistered(Service.self))
    }.value

    #expect(registered == nil)
    #expect(
      reported.map { $0.message.prefix { $0 != "," } } == [
        "Dependencies.override was ignored",
        "Dependencies.overrideResettingAll was ignored",
        "Dependencies.reset was ignored",
        "Dependencies.reset was ignored",
        "Dependencies.build was ignored",
      ]
    )
    #expect(reported.allSatisfy { $0.message.contains("was called outside all tests") })
  }

  @Test func `a call around a whole suite, but outside a scope, is reported`() {
    let suite = RootFrame(DependencyRoot(owner: Frame.current.root.owner, isOfSuite: true))

    let reports = WaitingIssues()

    Frame.bind(ScopeFrame(over: suite, reporter: reports)) {
      Dependencies.override(Service.self) { Service("override") }
    }

    let reported = reports.close()
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("a trait that runs around a whole suite") == true)
  }
}
