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
  func `a constant date is the same at every call`() {
    #expect([date(), date.now, date()] == [reference + 5, reference + 5, reference + 5])
  }

  @Test(.dependency(\.date, .incrementing(from: reference, by: .milliseconds(1500))))
  func `incrementing dates go on by a step at every call`() {
    #expect([date(), date.now, date()] == [reference, reference + 1.5, reference + 3])
  }

  @Test(arguments: [Duration.seconds(-60), .zero, .nanoseconds(500), .seconds(86_400 * 365)])
  func `a step may be of any length and direction`(step: Duration) {
    let dates = DateGenerator.incrementing(from: reference, by: step)
    _ = dates()

    #expect(dates().timeIntervalSince(reference) == step / .seconds(1))
  }

  @Test(.dependency(\.date, .incrementing()))
  func `incrementing dates begin at a fixed one and go on by seconds`() {
    #expect([date(), date()] == [reference, reference + 1])
  }

  @Test func `each incrementing generator begins anew`() {
    _ = DateGenerator.incrementing()()

    #expect(DateGenerator.incrementing()() == reference)
  }

  @Test func `steps do not add up their errors`() {
    let dates = DateGenerator.incrementing(from: reference, by: .milliseconds(100))

    let last = (0...10_000).reduce(reference) { _, _ in dates() }

    #expect(last == reference + 1_000)
  }

  @Test func `tasks never get one date twice`() async {
    let generator = DateGenerator.incrementing(from: reference)

    let dates = await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in generator() } } }
      return await group.reduce(into: []) { $0 += $1 }
    }

    #expect(dates.sorted() == (0..<4_000).map { reference + Double($0) })
  }

  @Test(.dependencies { $0.date = DateGenerator { reference + 7 } })
  func `a closure makes the dates`() {
    #expect(date() == reference + 7)
  }

  @Test(arguments: [DependencyContext.live, .preview])
  func `outside tests it is the system's clock`(context: DependencyContext) {
    withDependencies {
      $0.context = context
    } operation: {
      let before = Date()
      let read = date()
      #expect(before <= read && read <= Date())
    }
  }

  @Test func `a test that did not override it gets an issue at every call`() {
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
  func `the property reports where the generator was read, in each test`(repetition: Int) {
    let line = #line + 2
    let issues = issues {
      @Dependency(\.date) var date
      #expect(date.now == reference)
      #expect(date.now == reference)
    }

    #expect(issues.map(\.site.line) == [line, line])
    #expect(issues.allSatisfy { $0.site.fileID == #fileID })
  }

  @Test func `an unimplemented generator that no read needed reports where it was declared`() {
    let issues = issues { _ = DateGenerator.unimplemented.now }

    #expect(issues.map(\.site.fileID) == ["DependenceFoundation/DateGenerator.swift"])
  }

  @Test func `overriding it reports nothing`() {
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
  func `a trait assigns the date, and the later one wins`() {
    #expect([date(), date.now] == [reference + 6, reference + 6])
  }

  @Test(.strictDependencies, .reportUnusedOverrides, .dependency(\.date.now, reference + 5))
  func `what a trait assigns is an override like any other`() {
    #expect(date() == reference + 5)
  }

  @Test(.strictDependencies, .dependencies { $0.date.now = reference + 5 })
  func `a closure of a trait assigns the date`() {
    #expect(date() == reference + 5)
  }

  @Test func `a scope and a preparation assign the date`() {
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

  @Test func `an assigned date takes the place of any other form`() {
    var dates = DateGenerator.incrementing(from: reference)
    _ = dates()

    dates.now = reference - 1

    #expect([dates(), dates.now] == [reference - 1, reference - 1])
  }

  @Test func `an assignment through a key path reports nothing, where one of Swift's own may`() {
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

    // Optimised code leaves the read out.
    #expect(own.count <= 1)
    #expect(ours.isEmpty)
  }

  @Test func `to add to the date is to read it, and reports`() {
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

  @Test func `it begins at what the clock shows`() async {
    let clock = TestClock(now: .init(offset: .seconds(-60)))
    await clock.advance(by: .seconds(5), sleepers: 0)
    let date = DateGenerator.following(clock)

    await clock.advance(to: .init(), sleepers: 0)

    #expect(date() == reference + 55)
  }

  @Test func `it follows a clock whose type nobody knows`() async throws {
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

  @Test func `years are as exact as dates are`() async {
    let clock = TestClock()
    let date = DateGenerator.following(clock)

    await clock.advance(by: .seconds(100 * 365 * 86_400) + .milliseconds(500), sleepers: 0)

    #expect(date() == reference + 3_153_600_000.5)
  }

  @Test(.deterministic(seed: 1), .dependencies { $0.date = .following(ContinuousClock()) })
  func `in a simulation it keeps virtual time`() async throws {
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
  func `a test clock takes it along into a simulation`() async throws {
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
