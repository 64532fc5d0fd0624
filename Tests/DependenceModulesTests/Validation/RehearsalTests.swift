@testable import DependenceModules
import Dependence
import DependenceHarness
import DependenceModules
import DependenceTesting
import TestKeys
import Testing

private enum LoudKey: DependencyKey {
  static var liveValue: Int { fatalError("live") }
  static var testValue: Int {
    reportIssue("LoudKey was asked.")
    return 0
  }
}

private final class SharedStore: Sendable {
  static let instance = SharedStore()
  let store: any StoreType

  init() {
    @Inject var store: any StoreType
    self.store = store
  }
}

struct RehearsalTests {
  @Test func `a cycle of reads is reported once, from the module that was registered first`() {
    struct One: Sendable {}
    struct Two: Sendable {}
    struct Three: Sendable {}

    let error = validationError(
      of: Dependencies {
        Module { () -> One in
          _ = DependencyValues.current[module: Two.self]
          return One()
        }
        Module { () -> Two in
          _ = DependencyValues.current[module: Three.self]
          return Two()
        }
        Module { () -> Three in
          _ = DependencyValues.current[module: One.self]
          return Three()
        }
      }
    )

    let messages = error?.findings.map(\.message) ?? []
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("Dependency cycle: One → Two → Three → One.") == true)
  }

  @Test func `modules outside a cycle are checked, too`() {
    let modules = Dependencies {
      Module { () -> First in
        @Inject var second: Second
        _ = second
        return First()
      }
      Module { () -> Second in
        @Inject var first: First
        _ = first
        return Second()
      }
      Module { () -> Token in
        _ = DependencyValues.current[module: (any StoreType).self]
        return Token()
      }
    }

    let error = validationError(of: modules)

    #expect(error?.findings.map(\.kind) == [.cycle, .unregistered])
    #expect(
      error?.findings.last?.message.hasPrefix(
        "Read by the factory of Token: any StoreType is not registered."
      ) == true
    )
  }

  @Test func `a missing dependency that a factory injects and reads is reported once`() {
    let line = #line + 3
    let modules = Dependencies {
      Module { () -> Second in
        @Inject var first: First
        _ = first
        return Second()
      }
    }

    let findings = validationError(of: modules)?.findings

    #expect(findings?.map(\.site.line) == [line])
    #expect(findings?.first?.message.hasPrefix("Injected by Second: First") == true)
  }

  @Test func `a factory that waits for a static property of a stopped factory is reported`()
    throws
  {
    struct One: Sendable { let shared: SharedStore }
    struct Two: Sendable { let shared: SharedStore }
    let line = #line + 3
    let modules = Dependencies {
      Module { One(shared: .instance) }
      Module { Two(shared: .instance) }
    }
    let error = Rehearsal.$limitAfterStop.withValue(.seconds(5)) {
      validationError(of: modules)
    }

    let finding = try #require(error?.findings.last)
    #expect(error?.findings.map(\.kind) == [.unregistered, .issue])
    #expect(finding.message.hasPrefix("Two was not created within 5.0 seconds."))
    #expect(finding.site.line == line)
  }

  @Test func `a factory that continues after its time limit cannot end the process`() async {
    await #expect(processExitsWith: .success) {
      let mayContinue = Gate()
      let modules = Dependencies {
        Module { () -> First in
          @Inject var second: Second
          _ = second
          return First()
        }
        Module { () -> Token in
          mayContinue.wait()
          @Inject var second: Second
          _ = second
          return Token()
        }
        Module("of a cycle") { () -> Token in
          mayContinue.wait()
          return DependencyValues.current[module: Token.self, named: "of a cycle"]
        }
        Module("of a skipped module") { () -> Token in
          mayContinue.wait()
          _ = DependencyValues.current[module: Int.self]
          return Token()
        }
        Module { () -> Int in fatalError("live") }.skippingValidation()
      }
      let error = Rehearsal.$limitAfterStop.withValue(.milliseconds(1)) {
        validationError(of: modules)
      }
      try #require(error?.findings.map(\.kind) == [.unregistered, .issue, .issue, .issue])

      mayContinue.open()
      await withCheckedContinuation { continuation in
        _ = Alarm(after: .milliseconds(200)) { _ in continuation.resume() }
      }
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `a factory has a time limit if another validation stops while it runs`() async {
    await #expect(processExitsWith: .success) {
      let isRunning = Gate()
      async let waiting = onThread { () -> ModuleValidationError? in
        Rehearsal.$limitAfterStop.withValue(.milliseconds(1)) {
          let modules = Dependencies {
            Module { () -> First in
              isRunning.open()
              Gate().wait()
              return First()
            }
          }
          do { try modules.validate() } catch { return error as? ModuleValidationError }
          return nil
        }
      }
      await onThread {
        isRunning.wait()
        _ = try? Dependencies {
          Module { () -> Second in
            _ = DependencyValues.current[module: Token.self]
            return Second()
          }
        }.validate()
      }

      try #require(await waiting?.findings.map(\.kind) == [.issue])
    }
  }

  @Test func `validation creates the dependencies that a factory reads`() throws {
    let modules = Dependencies {
      Module { Store() as any StoreType }
      Module { Service() as any ServiceType }
    }

    #expect(try modules.validate().unchecked == [])
  }

  @Test func `a factory can register a dependency in a scope of its own`() throws {
    let modules = Dependencies {
      Module { () -> [Int] in
        withDependencies {
          $0[module: (any ServiceType).self] = Service()
        } operation: {
          @Inject var service: any ServiceType
          return []
        }
      }
    }

    #expect(try modules.validate().unchecked == [])
  }

  @Test func `a property read outside the scope that registers its dependency is reported`() {
    struct Holder: Sendable { @Inject var service: any ServiceType }

    let findings = validationError(
      of: Dependencies {
        Module { () -> any StoreType in
          let holder = withDependencies {
            $0[module: (any ServiceType).self] = Service()
          } operation: {
            Holder()
          }
          return Store(service: holder.service)
        }
      }
    )?.findings

    #expect(findings?.map(\.kind) == [.unregistered])
    #expect(
      findings?.first?.message.hasPrefix(
        "Read by the factory of any StoreType: any ServiceType is not registered."
      ) == true
    )
  }

  @Test func `a factory that reads an asynchronous module is reported as unchecked`() throws {
    let modules = Dependencies {
      Module { Store() as any StoreType }
      Module { () async in Service() as any ServiceType }
    }

    let gaps = try modules.validate().unchecked

    #expect(
      gaps.map(\.description) == [
        """
        any StoreType was not checked completely, because its factory reads any ServiceType, which is \
        created asynchronously.
        """,
        "The factory of any ServiceType was not run, because it creates its value asynchronously.",
      ]
    )
  }

  @Test func `a module that skips validation is not run by its readers`() throws {
    let modules = Dependencies {
      Module { Store() as any StoreType }
      Module { () -> any ServiceType in fatalError("live") }.skippingValidation()
    }

    let gaps = try modules.validate().unchecked

    #expect(
      gaps.map(\.description) == [
        """
        any StoreType was not checked completely, because its factory reads any ServiceType, which has a \
        module that uses skippingValidation().
        """,
        "The factory of any ServiceType was not run, because its module uses skippingValidation().",
      ]
    )
  }

  @Test func `closures that create values later are not run`() throws {
    let modules = Dependencies {
      Module { Provider<Int> { fatalError("live") } }
      Module { AsyncProvider<Int> { fatalError("live") } }
      Module { Lazy<Int> { fatalError("live") } }
      Module { MainActorLazy<Int> { fatalError("live") } }
      Module { DependencyFactory<String, Int> { _ in fatalError("live") } }
      Module { 7 }
    }

    let gaps = try modules.validate().unchecked.map(\.description)

    #expect(gaps.count == 5)
    #expect(
      gaps.first
        == """
        The closure in the value of Provider<Int> was not run, because it creates other values later.
        """
    )
  }

  @Test func `keys use their test values, and issues that they report become findings`() {
    let modules = Dependencies {
      Module { DependencyValues.current[LoudKey.self] }
    }

    let error = validationError(of: modules)

    #expect(error?.findings.map(\.kind) == [.issue])
    #expect(error?.findings.map(\.message) == ["When Int was created: LoudKey was asked."])
  }

  @Test func `keys use their test values even in a live context`() {
    withDependencies {
      $0.context = .live
    } operation: {
      let error = validationError(
        of: Dependencies { Module { DependencyValues.current[LoudKey.self] } }
      )
      #expect(error?.findings.map(\.kind) == [.issue])
    }
  }

  @Test func `validation sees the key overrides of the surrounding scope`() throws {
    try withDependencies {
      $0[LoudKey.self] = 7
      $0.context = .live
    } operation: {
      try Dependencies { Module { DependencyValues.current[LoudKey.self] } }.validate()
    }
  }

  @Test func `validation accepts modules that inject each other`() throws {
    struct One: Sendable { @Inject var other: Other }
    struct Other: Sendable { @Inject var one: One }

    try Dependencies {
      Module { One() }
      Module { Other() }
    }.validate()
  }

  @Test(arguments: [false, true])
  func `an issue reported after the validation goes to the test`(isStopped: Bool) {
    let owner = RecordingOwner()
    let captured = Lock<CapturedDependencies?>(nil)

    Frame.bind(RootFrame(DependencyRoot(owner: owner))) {
      _ = try? Dependencies {
        Module { () -> First in
          captured.withLock { $0 = captureDependencies() }
          if isStopped { _ = DependencyValues.current[module: Second.self] }
          return First()
        }
      }.validate()
    }
    captured.withLock { $0 }?.run { reportIssue("late") }

    #expect(owner.messages == ["late"])
  }

  @Test func `a read after the validation is reported with advice for work of factories`() {
    let owner = RecordingOwner()
    let captured = Lock<CapturedDependencies?>(nil)

    Frame.bind(RootFrame(DependencyRoot(owner: owner))) {
      _ = try? Dependencies {
        Module { () -> First in
          captured.withLock { $0 = captureDependencies() }
          return First()
        }
      }.validate()
    }
    captured.withLock { $0 }?.run { _ = DependencyValues.current.number }

    #expect(
      owner.messages == [
        """
        TestKeys.NumberKey was read in the scope of a rehearsal of modules of the test "a test", which \
        has ended. Work that a factory starts is not part of the rehearsal. Mark the module whose \
        factory starts the work with .skippingValidation(), or start the work after the factory has \
        returned.
        """
      ]
    )
  }

  @Test func `validation stops a factory at a failed resolution, even one under try?`() {
    let error = validationError(
      of: Dependencies {
        Module { () -> First in
          _ = try? Dependencies.resolve(Second.self)
          fatalError("live")
        }
      }
    )

    #expect(error?.findings.map(\.kind) == [.unregistered])
  }

  @Test func `a failed resolution in a task that a factory starts is a finding`() async {
    let modules = Dependencies {
      Module { () -> First in
        let hasAsked = Gate()
        Task {
          _ = try? Dependencies.resolve(Second.self)
          hasAsked.open()
        }
        hasAsked.wait()
        return First()
      }
    }

    // The factory blocks its thread until the task has run. The validation runs on a new thread,
    // because the task may need the thread of this test.
    let kinds = await onThread {
      // While many other tests run, it may take minutes until the task starts.
      Rehearsal.$limitAfterStop.withValue(.seconds(3600)) {
        do { try modules.validate() } catch { return (error as? ModuleValidationError)?.findings }
        return nil
      }
    }?.map(\.kind)

    #expect(kinds == [.issue])
  }
}
