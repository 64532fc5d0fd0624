import Dependence
import DependenceFoundation
import DependenceSimulation
import DependenceTesting
import Foundation
import TestKeys
import Testing

private let reference = Date(timeIntervalSinceReferenceDate: 0)

struct DateGeneratorTests {
  @Dependency(\.date) private var date

  @Test(.dependency(\.date, .constant(reference + 5)))
  func `a constant generator returns the same date at every call`() {
    #expect([date(), date.now, date()] == [reference + 5, reference + 5, reference + 5])
  }

  @Test(.dependency(\.date, .incrementing(from: reference, by: .milliseconds(1500))))
  func `an incrementing generator advances by its step at every call`() {
    #expect([date(), date.now, date()] == [reference, reference + 1.5, reference + 3])
  }

  @Test(arguments: [Duration.seconds(-60), .zero, .nanoseconds(500), .seconds(86_400 * 365)])
  func `an incrementing generator accepts negative, zero, tiny and large steps`(step: Duration) {
    let dates = DateGenerator.incrementing(from: reference, by: step)
    _ = dates()

    #expect(dates().timeIntervalSince(reference) == step / .seconds(1))
  }

  @Test(.dependency(\.date, .incrementing()))
  func `by default, incrementing dates start at the reference date in 1-second steps`() {
    #expect([date(), date()] == [reference, reference + 1])
  }

  @Test func `each incrementing generator starts from the beginning`() {
    _ = DateGenerator.incrementing()()

    #expect(DateGenerator.incrementing()() == reference)
  }

  @Test func `rounding errors do not accumulate over many increments`() {
    let dates = DateGenerator.incrementing(from: reference, by: .milliseconds(100))

    let last = (0...10_000).reduce(reference) { _, _ in dates() }

    #expect(last == reference + 1_000)
  }

  @Test func `concurrent tasks never receive the same incrementing date`() async {
    let generator = DateGenerator.incrementing(from: reference)

    let dates = await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in generator() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }

    #expect(dates.sorted() == (0..<4_000).map { reference + Double($0) })
  }

  @Test(.dependencies { $0.date = DateGenerator { reference + 7 } })
  func `a custom generator returns the dates of its closure`() {
    #expect(date() == reference + 7)
  }

  @Test(arguments: [DependencyContext.live, .preview])
  func `the live and preview defaults return the system time`(context: DependencyContext) {
    withDependencies {
      $0.context = context
    } operation: {
      let before = Date()
      let read = date()
      #expect(before <= read && read <= Date())
    }
  }

  @Test func `an unimplemented date generator reports an issue at every call`() {
    let line = #line + 2
    let issues = issues {
      #expect(date() == reference)
      #expect(date() == reference)
    }

    #expect(issues.map(\.site.line) == [line, line + 1])
    #expect(
      issues.map(\.kind) == [.unimplemented(endpoint: "date"), .unimplemented(endpoint: "date")]
    )
    #expect(
      issues.first?.message == """
        date was called, but is unimplemented here. Override it for this test with $0.date = \
        .constant(Date()), in withDependencies { … } or .dependencies { … }.
        """
    )
  }

  @Test(arguments: 0..<2)
  func `in every test, date.now reports its issues at the property wrapper`(repetition: Int) {
    let line = #line + 2
    let issues = issues {
      @Dependency(\.date) var date
      #expect(date.now == reference)
      #expect(date.now == reference)
    }

    #expect(issues.map(\.site.line) == [line, line])
    #expect(issues.allSatisfy { $0.site.fileID == #fileID })
  }

  @Test func `an issue of an unimplemented generator that was never read is located at the test`() {
    withKnownIssue {
      _ = DateGenerator.unimplemented.now
    } matching: { issue in
      issue.sourceLocation?.fileID == #fileID
    }
  }

  @Test func `an overridden date generator reports no issue`() {
    let issues = issues {
      withDependencies {
        $0.date = .constant(reference)
      } operation: {
        _ = date()
      }
    }

    #expect(issues.isEmpty)
  }
}

// MARK: - Assigning the date itself

struct AssignedDateTests {
  @Dependency(\.date) private var date

  @Test(.dependency(\.date.now, reference + 5), .dependency(\.date.now, reference + 6))
  func `a trait can assign date.now, and the last such trait wins`() {
    #expect([date(), date.now] == [reference + 6, reference + 6])
  }

  @Test(.strictDependencies, .reportUnusedOverrides, .dependency(\.date.now, reference + 5))
  func `a date assigned by a trait satisfies strict and unused-override checks`() {
    #expect(date() == reference + 5)
  }

  @Test(.strictDependencies, .dependencies { $0.date.now = reference + 5 })
  func `a closure in the dependencies trait can assign date.now`() {
    #expect(date() == reference + 5)
  }

  @Test func `withDependencies and prepareDependencies can assign date.now`() {
    let issues = issues {
      prepareDependencies { $0.date.now = reference + 1 }
      withDependencies {
        $0.date.now = reference + 2
      } operation: {
        #expect(date.now == reference + 2)
      }
      #expect(date.now == reference + 1)
    }

    #expect(issues.isEmpty)
  }

  @Test func `assigning now turns an incrementing generator into a constant one`() {
    var dates = DateGenerator.incrementing(from: reference)
    _ = dates()

    dates.now = reference - 1

    #expect([dates(), dates.now] == [reference - 1, reference - 1])
  }

  @Test func `assigning through a key path with assign(_:to:) reports no issue`() {
    let path: any WritableKeyPath<DependencyValues, Date> & Sendable = \.date.now
    let own = issues {
      withDependencies {
        $0[keyPath: path] = reference
      } operation: {
      }
    }
    let ours = issues {
      withDependencies {
        $0.assign(reference, to: path)
      } operation: {
      }
    }

    // The assignment without `assign(_:to:)` first reads the date, and this read is reported. An
    // optimized build may omit the read.
    #expect(own.count <= 1)
    #expect(ours.isEmpty)
  }

  @Test func `adding to an unimplemented date reads it and reports an issue`() {
    let issues = issues {
      withDependencies {
        $0.date.now += 1
      } operation: {
        #expect(date() == reference + 1)
      }
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "date")])
  }
}

// MARK: - Following a clock

struct FollowingDateTests {
  @Test func `a date follows a test clock`() async {
    let clock = TestClock()
    let date = DateGenerator.following(clock, from: reference + 100)
    let first = date()

    await clock.advance(by: .milliseconds(1500), sleepers: 0)

    #expect([first, date.now] == [reference + 100, reference + 101.5])
  }

  @Test
  func `a following generator measures time from the clock's instant at its creation`() async {
    let clock = TestClock(now: .init(offset: .seconds(-60)))
    await clock.advance(by: .seconds(5), sleepers: 0)
    let date = DateGenerator.following(clock)

    await clock.advance(to: .init(), sleepers: 0)

    #expect(date() == reference + 55)
  }

  @Test func `a following generator works with an existential clock`() async throws {
    try await withDependencies {
      let clock: any Clock<Duration> = ImmediateClock()
      $0.continuousClock = clock
      $0.date = .following($0.continuousClock)
    } operation: {
      @Dependency(\.continuousClock) var clock
      @Dependency(\.date.now) var now
      try await clock.sleep(for: .seconds(3600))
      #expect(now == reference + 3600)
    }
  }

  @Test func `a following generator keeps sub-second precision over a century`() async {
    let clock = TestClock()
    let date = DateGenerator.following(clock)

    await clock.advance(by: .seconds(100 * 365 * 86_400) + .milliseconds(500), sleepers: 0)

    #expect(date() == reference + 3_153_600_000.5)
  }

  @Test(.deterministic(seed: 1), .dependencies { $0.date = .following(ContinuousClock()) })
  func `in a simulation, a date that follows a continuous clock uses virtual time`() async throws {
    @Dependency(\.date) var date
    let first = date()

    try await Task.sleep(for: .seconds(86_400))

    #expect([first, date()] == [reference, reference + 86_400])
  }

  @Test(
    .dependencies {
      let clock = TestClock()
      $0.continuousClock = clock
      $0.date = .following(clock)
    },
    .deterministic(seed: 1)
  )
  func `in a simulation, a date that follows a test clock uses virtual time`() async throws {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.date) var date
    let first = date()

    try await clock.sleep(for: .seconds(86_400))

    #expect([first, date()] == [reference, reference + 86_400])
  }

  @Test func `a test clock and a date that follows it agree in a simulation`() throws {
    let clock = TestClock(now: .init(offset: .seconds(5)))
    let dates = try simulate(seed: 1) { _ in
      let date = DateGenerator.following(clock, from: reference)
      async let sleeper: Void = clock.sleep(until: .init(offset: .seconds(20)))
      try await sleeper
      return [date(), date.now]
    }

    #expect(dates == [reference + 15, reference + 15])
    #expect(clock.now == .init(offset: .seconds(20)))
  }
}
