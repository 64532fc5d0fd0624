import Dependence
import DependenceSimulation
import DependenceXCTest
import Subprocesses
import TestKeys
import XCTest

final class SimulationCaseTests: DependencyTestCase {
  @Dependency(\.text) private var text

  override func configureDependencies(_ dependencies: inout DependencyValues) throws {
    dependencies.text = "bound"
  }

  @MainActor private static func greet(_ name: String) async throws -> String {
    try await Task.sleep(for: .seconds(60))
    MainActor.assertIsolated()
    return "Hello, \(name)"
  }

  func testAMethodThatCannotAwaitCanSimulate() throws {
    let greeting = try simulate(seed: 7) { simulation in
      let greeting = try await Self.greet("Ada")
      XCTAssertEqual(simulation.now, .seconds(60))
      return greeting
    }

    XCTAssertEqual(greeting, "Hello, Ada")
  }

  func testAnAsynchronousMethodCanSimulate() async throws {
    let greeting = try await simulate(seed: 7) { _ in try await Self.greet("Ada") }

    XCTAssertEqual(greeting, "Hello, Ada")
  }

  @MainActor func testAMethodOfTheMainActorCanSimulate() async throws {
    let greeting = try await simulate(seed: 7) { _ in try await Self.greet("Ada") }

    XCTAssertEqual(greeting, "Hello, Ada")
  }

  func testWhatTheCaseBindsIsBoundInTheSimulation() throws {
    let seen = try simulate { [_text] _ in
      await Task { _text.wrappedValue }.value
    }

    XCTAssertEqual(seen, "bound")
  }

  func testEveryScheduleOfATestIsTried() async throws {
    let result = try await explore(.exhaustive(limit: 1_000)) { _ in
      async let first = Self.greet("Ada")
      async let second = Self.greet("Grace")
      let greetings = try await [first, second]
      XCTAssertEqual(greetings, ["Hello, Ada", "Hello, Grace"])
    }

    XCTAssertTrue(result.isComplete)
  }

  func testASearchPerformsOneRunAtATime() async throws {
    let runs = Lock((current: 0, most: 0))

    try await explore(schedules: 20, concurrency: 4) { _ in
      runs.withLock { runs in
        runs.current += 1
        runs.most = max(runs.most, runs.current)
      }
      System.pause()
      runs.withLock { $0.current -= 1 }
    }

    XCTAssertEqual(runs.withLock(\.most), 1)
  }
}

/// Tests that fail. `SimulationOutcomeTests` runs them in a separate process.
final class SimulationProbes: DependencyTestCase {
  override func setUp() async throws {
    try XCTSkipIf(System.environmentVariable("DEPENDENCE_FAILING_CASES") == nil)
  }

  private actor Account {
    private(set) var balance = 0

    func set(_ balance: Int) { self.balance = balance }
  }

  private static func balanceAfterTwoDeposits() async -> Int {
    let account = Account()
    async let first: Void = account.set(account.balance + 1)
    async let second: Void = account.set(account.balance + 1)
    _ = await (first, second)
    return await account.balance
  }

  func testReportsTheRace() async throws {
    try await explore(schedules: 100) { _ in
      if await Self.balanceAfterTwoDeposits() != 2 { reportIssue("An update was lost.") }
    }
  }

  func testAssertsInASearch() async throws {
    let result = try await explore(schedules: 100) { _ in
      let balance = await Self.balanceAfterTwoDeposits()
      XCTAssertEqual(balance, 2)
    }
    System.writeToStandardError("searched \(result.schedules) of 100\n")
  }

  func testReportsTheRaceInADetachedTask() async throws {
    let result = try await explore(.exhaustive(limit: 1_000)) { _ in
      let balance = await Self.balanceAfterTwoDeposits()
      await Task.detached { if balance != 2 { reportIssue("A detached update was lost.") } }.value
    }
    System.writeToStandardError("The search is complete: \(result.isComplete)\n")
  }

  func testDeadlocks() throws {
    try simulate { _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
  }

  func testLeavesATask() throws {
    try simulate { _ in
      _ = Task(name: "poll") { try await Task.sleep(for: .seconds(1)) }
    }
  }
}

/// A test without a simulation. `SimulationOutcomeTests` runs it in a separate process.
final class OrdinaryProbe: XCTestCase {
  func testUsesNoSimulation() {}
}

final class SimulationOutcomeTests: XCTestCase {
  func testAReplayTokenThatNoTestUsesFailsTheRun() async throws {
    let environment = ["DEPENDENCE_REPLAY": "1s-5-4989"]
    let unused = try await Subprocess.runSelf(
      ["DependenceXCTestTests.OrdinaryProbe"],
      environment: environment
    )
    let used = try await Subprocess.runSelf(
      ["DependenceXCTestTests.SimulationCaseTests/testAMethodThatCannotAwaitCanSimulate"],
      environment: environment
    )

    XCTAssertEqual(unused.ending, .exit(1), "\(unused)")
    XCTAssertTrue(unused.contains("so nothing was replayed"), "\(unused)")
    XCTAssertEqual(used.ending, .exit(0), "\(used)")
  }

  func testAReplayTokenDoesNotFailAProcessWithoutTests() async throws {
    let transcript = try await Subprocess.runSelf(
      ["DependenceXCTestTests.NoSuchCase"],
      environment: ["DEPENDENCE_REPLAY": "1s-5-4989"]
    )

    XCTAssertFalse(transcript.contains("nothing was replayed"), "\(transcript)")
  }

  func testEachFailureIsThatOfItsCase() async throws {
    let transcript = try await Subprocess.runSelf(
      ["DependenceXCTestTests.SimulationProbes"],
      environment: ["DEPENDENCE_FAILING_CASES": "1"]
    )

    XCTAssertNotEqual(transcript.ending, .exit(0))
    for text in [
      "SimulationProbes.testReportsTheRace : An update was lost.",
      "DEPENDENCE_REPLAY=",
      "SimulationProbes.testAssertsInASearch : XCTAssertEqual failed",
      "SimulationProbes.testAssertsInASearch : An XCTest assertion failed, or an issue was reported outside the run's scope.\nReplay this schedule (order",
      "SimulationProbes.testReportsTheRaceInADetachedTask : A detached update was lost.",
      "SimulationProbes.testReportsTheRaceInADetachedTask : An XCTest assertion failed, or an issue was reported outside",
      "The search is complete: false",
      "SimulationProbes.testDeadlocks : threw error \"Deadlock after",
      "SimulationProbes.testLeavesATask : 1 task had not ended when the body of the simulation returned",
    ] {
      XCTAssertTrue(transcript.contains(text), "\(transcript)")
    }
    // Two tests have two failures: the failed assertion or reported issue, and the schedule in which
    // it occurred.
    XCTAssertTrue(transcript.contains("Executed 5 tests, with 7 failures"), "\(transcript)")
    XCTAssertFalse(transcript.contains("searched 100 of 100"), "\(transcript)")
  }
}
