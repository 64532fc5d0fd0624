@testable import DependenceSimulation
import DependenceTesting
import Dispatch
import Foundation
import TestEffort
import TestKeys
import Testing

/// Tests of the issues of unsuccessful runs.
struct FindingTests {
  @Test func `a replay that takes different steps is reported`() async throws {
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
        The replay of \(token) took different steps than the run that printed the token. Possible causes: the token \
        belongs to another test, to another search of this test or to other test arguments; the code has changed; or \
        it depends on something that the schedule does not control, such as the date, a random number or the order of \
        a set. Override such a dependency in the test, or search for the failure again to get a new token.
        """
      ]
    )
  }

  @Test(
    .disabled(if: Effort.isWatched, "ThreadSanitizer has functions of its own for queues."),
    arguments: [(1, "once"), (2, "2 times")]
  )
  func `work submitted to a Dispatch queue is counted`(count: Int, times: String) async throws {
    let reported = try await issues(from: {
      try await simulate { _ in
        for _ in 0..<count { DispatchQueue.global().async {} }
      }
    })

    #expect(
      reported.map(\.message) == [
        """
        Code in the simulation submitted work to a Dispatch queue or a custom executor, or started a thread, \(times). The simulation \
        cannot control when that work runs, so the same seed may give a different run. Replace that code in the test. \
        Outside a search, the option .outsideWork(upTo:) of simulate and .deterministic allows it.
        """
      ]
    )
  }

  @Test(
    .disabled(if: Effort.isWatched, "ThreadSanitizer has functions of its own for threads."),
    arguments: OtherThread.allCases
  )
  func `work on other threads for which a step waits is counted`(thread: OtherThread) async throws {
    let reported = try await issues(from: { try await simulate { _ in thread.run() } })

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("or started a thread, once.") == true)
  }
}

/// A way to run code on another thread and wait for its end.
enum OtherThread: CaseIterable {
  case dispatch
  case foundation
  case posix

  func run() {
    switch self {
    case .dispatch: DispatchQueue.concurrentPerform(iterations: 2) { _ in }
    case .foundation:
      let hasEnded = DispatchSemaphore(value: 0)
      Thread.detachNewThread { hasEnded.signal() }
      hasEnded.wait()
    case .posix:
      var thread = pthread_t()
      pthread_create(&thread, nil, { _ in nil }, nil)
      pthread_join(thread, nil)
    }
  }
}
