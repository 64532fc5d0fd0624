import DependenceModules
import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

/// An instance that records the value of `number` in the scope in which it was created.
final class Visit: Sendable {
  @TaskLocal static var counter = LockBox(0)
  let number = DependencyValues.current.number

  init() { Self.counter.withValue { $0 += 1 } }
}

/// An object that depends on a ``Visit``.
private final class Guide: Sendable {
  let visit: Visit
  init(_ visit: Visit) { self.visit = visit }
}

private struct Record: Sendable {}

extension Dependencies {
  var visit: Visit { Visit() }
}

/// The instances that tests have read. They are retained so that no later instance can reuse the
/// address of an earlier one.
private let seenVisits = Lock<[Visit]>([])

private let lasting: [DependencyLifetime] = [.singleton, .shared, .timeToLive(.seconds(60))]

@Suite(.dependencies { $0.continuousClock = TestClock() })
struct ModuleLifetimeTests {
  @Test(.modules { Module(lifetime: .transient) { Visit() } })
  func `each read of a transient module creates a new instance`() {
    @Inject var visit: Visit

    let (first, second) = (visit, visit)

    #expect(first !== second)
    #expect(DependencyValues.current[module: Visit.self] !== second)
  }

  @Test(.modules { Module(\.visit, lifetime: .transient) { Visit() } })
  func `a property has the lifetime of the module that provides it`() {
    @Dependency(\.visit) var visit: Visit

    let (first, second) = (visit, visit)

    #expect(first !== second)
  }

  @Test(arguments: lasting)
  func `a nontransient module and its dependents are created once`(lifetime: DependencyLifetime) {
    let modules = Dependencies {
      Module(lifetime: lifetime) { Visit() }
      Module("guide", lifetime: lifetime) { (visit: Visit) in Guide(visit) }
    }

    withDependencies(modules) {
      @Inject var visit: Visit
      @Inject("guide") var guide: Guide
      let held = (visit, guide)

      #expect(visit === held.0)
      #expect(guide === held.1)
      #expect(guide.visit === visit)
    }
  }

  @Test(.modules { Module(lifetime: .shared) { Visit() } })
  func `a shared instance is recreated after its last owner is released`() {
    @Inject var visit: Visit
    var held: Visit? = visit
    weak let first = held
    #expect(visit === first)

    held = nil

    #expect(first == nil)
    let second = visit
    #expect(visit === second)
  }

  @Test(.modules { Module(lifetime: .shared) { Service("module") as any ServiceType } })
  func `a shared module can be registered as a protocol`() {
    @Inject var service: any ServiceType
    let held = service

    #expect(service === held)
  }

  @Test func `a shared module can be optional, and nil is not cached`() {
    let made = LockBox(0)
    let modules = Dependencies {
      Module(lifetime: .shared) { Service() as (any ServiceType)? }
      Module("nothing", lifetime: .shared) { () -> Token? in
        made.withValue { $0 += 1 }
        return nil
      }
    }

    withDependencies(modules) {
      let values = DependencyValues.current
      let held = values[module: (any ServiceType)?.self]
      #expect(held != nil)
      #expect(values[module: (any ServiceType)?.self] === held)
      #expect(values[module: Token?.self, named: "nothing"] == nil)
      #expect(values[module: Token?.self, named: "nothing"] == nil)
    }

    #expect(made.value == 2)
  }

  @Test func `a time to live is measured on the continuous clock`() async {
    let clock = TestClock()
    let (first, second, third) = await withDependencies {
      $0.continuousClock = clock
      $0.register(Module(lifetime: .timeToLive(.seconds(60))) { Visit() })
    } operation: {
      @Inject var visit: Visit
      let first = visit
      await clock.advance(by: .seconds(59), sleepers: 0)
      let second = visit
      await clock.advance(by: .seconds(1), sleepers: 0)
      return (first, second, visit)
    }

    #expect(first === second)
    #expect(second !== third)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `a zero or negative time to live creates an instance for each read`(time: Duration) {
    withDependencies {
      $0.register(Module(lifetime: .timeToLive(time)) { Visit() })
    } operation: {
      @Inject var visit: Visit
      let (first, second) = (visit, visit)

      #expect(first !== second)
    }
  }

  @Test func `a time to live with an unimplemented clock reports an issue`() {
    let reported = withDependencies {
      $0.continuousClock = UnimplementedClock("continuousClock")
      $0.register(Module(lifetime: .timeToLive(.seconds(1))) { Visit() })
    } operation: {
      issues { _ = DependencyValues.current[module: Visit.self] }
    }

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("continuousClock") == true)
  }

  @Test(arguments: 0..<5, lasting)
  func `test cases do not share instances`(number: Int, lifetime: DependencyLifetime) {
    Dependencies { Module(lifetime: lifetime) { Visit() } }.install()

    @Inject var visit: Visit
    let held = visit

    let isNew = seenVisits.withLock { seen in
      defer { seen.append(held) }
      return !seen.contains { $0 === held }
    }
    #expect(isNew)
    #expect(visit === held)
  }

  @Test(arguments: lasting + [.transient])
  func `a scope that overrides a dependency of the module has a separate instance`(
    lifetime: DependencyLifetime
  ) {
    withDependencies(Dependencies { Module(lifetime: lifetime) { Visit() } }) {
      @Inject var visit: Visit
      let outer = visit

      let inner = withDependencies {
        $0.number = 42
      } operation: {
        let inner = visit
        if lifetime != .transient { #expect(visit === inner) }
        return inner
      }

      #expect((outer.number, inner.number) == (3, 42))
      #expect(visit.number == 3)
      if lifetime != .transient { #expect(visit === outer) }
    }
  }

  @Test(arguments: lasting + [.transient])
  func `a scope that registers or renews the module has a separate instance`(
    lifetime: DependencyLifetime
  ) {
    let modules = Dependencies { Module(lifetime: lifetime) { Visit() } }
    @Inject var visit: Visit

    withDependencies(modules) {
      let outer = visit
      withDependencies(modules) { #expect(visit !== outer) }
      withDependencies {
        $0.renew(Visit.self)
      } operation: {
        #expect(visit !== outer)
      }
    }
  }

  @Test(.modules { Module(lifetime: .transient) { Visit() } })
  func `an override has no lifetime`() {
    @Inject var visit: Visit
    let bound = Visit()

    withDependencies {
      $0[module: Visit.self] = bound
    } operation: {
      #expect(visit === bound)
    }
    Dependencies.override(Visit.self) { Visit() }
    #expect(visit === visit)
    Dependencies.reset(Visit.self)
    let (first, second) = (visit, visit)
    #expect(first !== second)
  }

  @Test(arguments: [DependencyLifetime.shared, .timeToLive(.seconds(60))])
  func `a reset discards the cached instances`(lifetime: DependencyLifetime) {
    withDependencies(Dependencies { Module(lifetime: lifetime) { Visit() } }) {
      @Inject var visit: Visit
      let first = visit
      Dependencies.reset(Visit.self)
      let second = visit

      #expect(second !== first)
      #expect(visit === second)
      Dependencies.reset()
      #expect(visit !== second)
    }
  }

  @Test(
    .modules {
      Module(lifetime: .transient) { Visit() }
      Module { (visit: Visit) in Guide(visit) }
    }
  )
  func `a singleton keeps the transient instance that it was created with`() {
    @Inject var guide: Guide
    let visit = guide.visit

    #expect(guide.visit === visit)
    let number = withDependencies {
      $0.number = 5
    } operation: {
      guide.visit.number
    }
    #expect(number == 5)
  }

  @Test func `a call site that has read a singleton follows a later transient module`() async {
    // Runs in a subprocess, because other tests may have disabled the fast path of these reads.
    await #expect(processExitsWith: .success) {
      @Inject var visit: Visit
      func read() -> Visit { visit }
      withDependencies(Dependencies { Module { Visit() } }) {
        let first = read()
        #expect(read() === first)
      }

      withDependencies(Dependencies { Module(lifetime: .transient) { Visit() } }) {
        let (first, second) = (read(), read())
        #expect(first !== second)
      }
    }
  }

  @Test func `concurrent reads share one instance for every nontransient lifetime`() async {
    for lifetime in lasting {
      let counter = LockBox(0)
      let visits = await withDependencies(Dependencies { Module(lifetime: lifetime) { Visit() } }) {
        await Visit.$counter.withValue(counter) {
          await withTaskGroup { group in
            for _ in 0..<50 { group.addTask { DependencyValues.current[module: Visit.self] } }
            return await group.reduce(into: []) { $0.append($1) }
          }
        }
      }

      // A task may release its shared instance before another task reads.
      if lifetime != .shared { #expect(counter.value == 1) }
      #expect(Set(visits.map { ObjectIdentifier($0) }).count == counter.value)
    }
  }

  // MARK: - Errors

  @Test func `reading a shared module of a value type reports an issue at the read`() throws {
    let reported = withDependencies {
      $0.register(Module("record", lifetime: .shared) { Record() })
    } operation: {
      issues { _ = DependencyValues.current[module: Record.self, named: "record"] }
    }

    let issue = try #require(reported.first)
    #expect(reported.count == 1)
    #expect(issue.site.line == #line - 5)
    #expect(
      issue.message == """
        Record named "record" has the lifetime .shared, but Record is not a class. Only instances of classes can be \
        shared, so each read creates a new value. Make Record a class, or use the lifetime .singleton, .transient or \
        .timeToLive.
        """
    )
  }

  @Test func `a cycle of transient modules traps with the dependency chain`() async throws {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let modules = Dependencies {
        Module(lifetime: .transient) { (second: Second) in First() }
        Module(lifetime: .transient) { (first: First) in Second() }
      }
      withDependencies(modules) { _ = DependencyValues.current[module: First.self] }
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      output.contains("Dependency cycle: First → Second → First. Each of these"),
      "\(output)"
    )
  }

  @Test(arguments: [true, false])
  func `a cycle of shared or time-to-live modules traps with the dependency chain`(isShared: Bool)
    async throws
  {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [isShared] in
      let lifetime: DependencyLifetime = isShared ? .shared : .timeToLive(.seconds(1))
      let modules = Dependencies {
        Module(lifetime: lifetime) { (visit: Visit) in Guide(visit) }
        Module(lifetime: lifetime) { () -> Visit in
          _ = DependencyValues.current[module: Guide.self]
          return Visit()
        }
      }
      withDependencies(modules) { _ = DependencyValues.current[module: Guide.self] }
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      output.contains("Dependency cycle: Guide → Visit → Guide. Each of these"),
      "\(output)"
    )
  }

  // MARK: - Validation

  @Test func `validation runs the factories of every lifetime without a clock`() throws {
    let modules = Dependencies {
      Module(lifetime: .timeToLive(.seconds(1))) { Visit() }
      Module("transient", lifetime: .transient) { Visit() }
      Module("shared", lifetime: .shared) { Visit() }
    }

    let validation = try withDependencies {
      $0.continuousClock = UnimplementedClock("continuousClock")
    } operation: {
      try modules.validate()
    }

    #expect(validation.unchecked == [])
  }

  @Test func `validation finds missing modules, cycles and shared value types`() {
    let error = validationError(
      of: Dependencies {
        Module(lifetime: .shared) { Record() }
        Module(lifetime: .transient) { () -> First in
          _ = DependencyValues.current[module: Second.self]
          return First()
        }
        Module(lifetime: .transient) { () -> Second in
          _ = DependencyValues.current[module: First.self]
          return Second()
        }
        Module(lifetime: .transient) { () -> Guide in
          Guide(DependencyValues.current[module: Visit.self])
        }
      }
    )

    #expect(Set(error?.findings.map(\.kind) ?? []) == [.issue, .cycle, .unregistered])
  }

  // MARK: - Simulations

  @Test(arguments: lasting + [.transient])
  func `each run of an exploration has separate instances`(lifetime: DependencyLifetime)
    async throws
  {
    let reports = IssueRecorder()
    let result = try await withIssueReporter(reports) {
      try await explore(.exhaustive(limit: 2_000)) { _ in
        let counter = LockBox(0)
        await withDependencies {
          $0.continuousClock = ContinuousClock()
          $0.register(Module(lifetime: lifetime) { Tally() })
        } operation: {
          await withTaskGroup { group in
            for _ in 0..<2 {
              group.addTask {
                @Inject var tally: Tally
                let held = tally
                held.count.withValue { $0 += 1 }
                await Task.yield()
                counter.withValue { $0 += tally.count.value }
              }
            }
          }
        }
        if lifetime == .transient { #expect(counter.value == 0) }
        if lifetime == .singleton { #expect(counter.value >= 3) }
      }
    }

    #expect(reports.messages == [])
    #expect(result.isComplete)
  }

  @Test(arguments: [DependencyLifetime.transient, .shared])
  func `an exploration distinguishes instances that reuse an address`(lifetime: DependencyLifetime)
    async throws
  {
    let reports = IssueRecorder()
    let numbers = LockBox(0)
    let result = try await withIssueReporter(reports) {
      try await explore(.exhaustive()) { _ in
        await withDependencies {
          $0.register(
            Module(lifetime: lifetime) {
              Numbered(
                numbers.withValue {
                  $0 += 1; return $0
                }
              )
            }
          )
        } operation: {
          for _ in 0..<50 { _ = DependencyValues.current[module: Numbered.self] }
          await withTaskGroup { group in
            for _ in 0..<3 { group.addTask { await Task.yield() } }
          }
        }
      }
    }

    #expect(reports.messages == [])
    #expect(result.isComplete)
  }

  @Test(arguments: [DependencyLifetime.transient, .shared])
  func `an exploration reports a global object shared by its runs`(lifetime: DependencyLifetime)
    async throws
  {
    let global = Tally()
    let reports = IssueRecorder()
    _ = try await withIssueReporter(reports) {
      try await explore(.exhaustive()) { _ in
        await withDependencies {
          $0.register(Module(lifetime: lifetime) { global })
        } operation: {
          DependencyValues.current[module: Tally.self].count.withValue { $0 += 1 }
          await Task.yield()
        }
      }
    }

    #expect(reports.messages.count == 1)
    #expect(reports.messages.first?.contains("share the value of Tally") == true)
  }
}

/// An object of a unique size, so that the next instance is likely to reuse its address.
private final class Numbered: Sendable {
  let number: Int
  private let filler = (SIMD64<Int32>(), SIMD64<Int32>())
  init(_ number: Int) { self.number = number }
}

private final class Tally: Sendable {
  let count = LockBox(0)
}
