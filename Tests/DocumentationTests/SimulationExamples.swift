import Dependence
import DependenceSimulation
import DependenceTesting
import DependenceXCTest
import Testing
import XCTest

// MARK: - Find a race

/// The code of the article "Find a race" with its errors fixed.
enum Fixed {
  actor Bank {
    private var limit = 100

    func approves() -> Bool {
      limit -= 1
      return limit >= 0
    }
  }

  actor BoxOffice {
    private let bank = Bank()
    private var seats: Int

    init(seats: Int) { self.seats = seats }

    func sell() async -> Bool {
      guard seats > 0 else { return false }
      seats -= 1
      if await bank.approves() { return true }
      seats += 1
      return false
    }
  }

  struct BoxOfficeTests {
    @Test(.explore(.exhaustive(limit: 10_000)))
    func `one seat is sold once`() async {
      let office = BoxOffice(seats: 1)
      async let first = office.sell()
      async let second = office.sell()
      let sales = await [first, second].count(where: \.self)
      #expect(sales == 1)
    }

    @Test(.explore(1_000))
    func `one seat is sold once in a thousand schedules`() async {
      let office = BoxOffice(seats: 1)
      async let first = office.sell()
      async let second = office.sell()
      let sales = await [first, second].count(where: \.self)
      #expect(sales == 1)
    }
  }
}

// MARK: - Preempted steps

struct PreemptedStepTests {
  private actor Store {
    private(set) var saves = 0

    func saveUnlessCancelled() { if !Task.isCancelled { saves += 1 } }
  }

  private static let saveThatIsCancelled: @Sendable @concurrent (Simulation) async -> Void = { _ in
    let store = Store()
    let task = Task { await store.saveUnlessCancelled() }
    task.cancel()
    await task.value
    #expect(await store.saves == 0)
  }

  @Test func `only a search that preempts steps finds the early save`() async throws {
    let without = try await explore(
      .exhaustive(),
      .nonpreemptive,
      operation: Self.saveThatIsCancelled
    )
    let with = Lock<ExplorationResult?>(nil)
    await withKnownIssue {
      let result = try await explore(.exhaustive(), operation: Self.saveThatIsCancelled)
      with.withLock { $0 = result }
    }

    #expect(without.isComplete)
    #expect(with.withLock { $0 }?.failure != nil)
  }
}

final class BoxOfficeTestCase: XCTestCase {
  private typealias BoxOffice = Fixed.BoxOffice

  func testOneSeatIsSoldOnce() async throws {
    let result = try await explore(.exhaustive(limit: 10_000)) { _ in
      let office = BoxOffice(seats: 1)
      async let first = office.sell()
      async let second = office.sell()
      let sales = await [first, second].count(where: \.self)
      #expect(sales == 1)
    }

    XCTAssertTrue(result.isComplete)
  }

  func testAnHourTakesNoTime() throws {
    let time = try simulate(seed: 7) { simulation in
      try await Task.sleep(for: .seconds(3_600))
      return simulation.now
    }

    XCTAssertEqual(time, .seconds(3_600))
  }
}

// MARK: - Virtual time

struct VirtualTimeTests {
  @Test(.deterministic(seed: 7))
  func `an hour of virtual time passes immediately`() async throws {
    let start = ContinuousClock.now

    try await Task.sleep(for: .seconds(3_600))

    #expect(ContinuousClock.now - start == .seconds(3_600))
  }

  @Test(.deterministic(seed: 7), .dependency(\.continuousClock, ContinuousClock()))
  func `a draft is saved every five seconds`() async {
    let autosave = Autosave()
    let task = Task { await autosave.run() }

    await Simulation.current?.advance(by: .seconds(60))

    #expect(await autosave.saves == 12)
    task.cancel()
    await task.value
  }
}

// MARK: - Examples of documentation comments

struct SimulationSourceTests {
  private typealias BoxOffice = Fixed.BoxOffice

  @Test func `a simulated sleep takes no real time`() async throws {
    let seconds = try await simulate(seed: 7) { simulation in
      try await Task.sleep(for: .seconds(3_600))
      return simulation.now
    }
    #expect(seconds == .seconds(3_600))

    try await simulate(seed: 7, .time(.manual), .mainActor(.virtual)) { simulation in
      await simulation.advance(by: .seconds(1))
    }
  }

  @Test func `an exploration checks its operation in every schedule`() async throws {
    try await explore(schedules: 1_000) { _ in
      let office = BoxOffice(seats: 1)
      async let first = office.sell()
      async let second = office.sell()
      #expect(await [first, second].count(where: \.self) == 1)
    }

    try await explore(.exhaustive(limit: 10_000)) { _ in
      let office = BoxOffice(seats: 1)
      async let first = office.sell()
      async let second = office.sell()
      #expect(await [first, second].count(where: \.self) == 1)
    }
  }
}
