@testable import DependenceSimulation
import DependenceTesting
import Dispatch
import TestEffort
import TestKeys
import Testing

/// The issues of a run that was not as it should be.
struct FindingTests {
  @Test func `a replay that takes another course is an issue`() async throws {
    let outcome = await SimulatedRun(.fifo, SimulationOptions()) { _ in await Task.yield() }
    let token = ReplayToken(outcome.record)

    let same = try await issues(from: {
      try await simulate(.replay(token)) { _ in await Task.yield() }
    })
    let other = try await issues(from: {
      try await simulate(.replay(token)) { _ in await Task {}.value }
    })

    #expect(same.isEmpty)
    #expect(
      other.map(\.message) == [
        """
        The replay of \(token) took another course than the run it was taken from: the code has changed \
        since, or depends on something that no schedule controls, such as the date, a random number or the \
        order of a set.
        """
      ]
    )
  }

  @Test(
    .disabled(if: Effort.isWatched, "ThreadSanitizer has functions of its own for queues."),
    arguments: [(1, "once"), (2, "2 times")]
  )
  func `work that leaves through a queue is counted`(count: Int, times: String) async throws {
    let reported = try await issues(from: {
      try await simulate { _ in
        for _ in 0..<count { DispatchQueue.global().async {} }
      }
    })

    #expect(
      reported.map(\.message) == [
        """
        Code of the simulation handed work to a queue of Dispatch, \(times). When that is done is not for \
        the simulation to decide, so the same seed need not give the same run. Replace it in the test, or \
        allow it with the option .outsideWork(upTo:).
        """
      ]
    )
  }
}
