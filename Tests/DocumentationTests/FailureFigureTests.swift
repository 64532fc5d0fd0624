import Dependence
import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

/// Checks the numbers of schedules in the article "Test failures, cancellation and crashes".
struct FailureFigureTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let body: @Sendable @concurrent () async throws -> Void
  }

  private static let bugs = [
    Example(testDescription: "lost response") {
      try await SimulationBugs().`an order is charged once`()
    },
    Example(testDescription: "retry") {
      try await SimulationBugs().`three attempts survive two failures`()
    },
    Example(testDescription: "partition") {
      try await SimulationBugs().`a value that was written is read`()
    },
    Example(testDescription: "cancellation") {
      try await SimulationBugs().`an image loads after a load that was cancelled`()
    },
    Example(testDescription: "crash") {
      await SimulationBugs().`the balance is the sum of the history, even after a crash`()
    },
  ]

  @Test(arguments: bugs)
  func `each error is found within two hundred random schedules`(example: Example) async throws {
    let found = Lock<ExplorationResult?>(nil)

    await withKnownIssue {
      let result = try await explore(schedules: 200) { _ in try await example.body() }
      found.withLock { $0 = result }
    }

    #expect(found.withLock { $0 }?.failure != nil)
  }

  @Test func `the payment with at most one fault has fewer than 5,000 schedules`() async throws {
    let result = try await explore(.exhaustive(limit: 5_000)) { _ in
      try await FixedWorld.CheckoutTests().`an order is charged once`()
    }

    #expect(result.isComplete)
  }
}
