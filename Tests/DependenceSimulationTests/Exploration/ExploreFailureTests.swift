import Dependence
@testable import DependenceSimulation
import DependenceTesting
import Foundation
import Subprocesses
import TestKeys
import Testing

private actor Tally {
  private var count = 0
  func add() { count += 1 }
}

struct ExploreFailureTests {
  private struct Failure: Error {}

  /// Returns the first line of each message of a search.
  private func messages(
    _ exploration: Exploration = .random(5),
    _ body: @escaping @Sendable @concurrent (Simulation) async throws -> Void
  ) async throws -> [String] {
    try await issues(from: { _ = try await explore(exploration, operation: body) })
      .map { String($0.message.prefix { $0 != "\n" }) }
  }

  @Test func `a search that is started outside all tests is refused`() async throws {
    let reports = WaitingIssues()
    let result = try await withIssueReporter(reports) {
      let scope = captureDependencies()
      return try await Task.detached {
        try await scope.run {
          try await explore(.exhaustive()) { _ in await Task.yield() }
        }
      }.value
    }

    let start = "The search was started in code that belongs to no test"
    #expect(reports.close().map { $0.message.hasPrefix(start) } == [true])
    #expect(!result.isComplete)
  }

  @Test func `a failure in a detached task is reported on the test with a token`() async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "FailureInDetachedTask"],
      environment: ["DEPENDENCE_DETACHED_FAILURE": "1"]
    )

    #expect(transcript.contains("Replay this schedule"), "\(transcript)")
    #expect(transcript.lines.contains { $0.contains("Test fails() failed") }, "\(transcript)")
    // The test runner cannot hide the failures of a detached task. The search therefore does not
    // repeat such a schedule, because each repetition would print the failure again.
    #expect(transcript.lines.count { $0.contains("Expectation failed") } < 10, "\(transcript)")
  }

  @Test func `a failed expectation in a deinitializer is reported once, with a token`() async throws
  {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "FailureInDeinitializer"],
      environment: ["DEPENDENCE_DEINITIALIZER_FAILURE": "1"]
    )

    #expect(transcript.contains("Replay this schedule"), "\(transcript)")
    #expect(transcript.lines.contains { $0.contains("Test fails() failed") }, "\(transcript)")
    #expect(!transcript.contains("no failure"), "\(transcript)")
    #expect(transcript.lines.count { $0.contains("Expectation failed") } == 1, "\(transcript)")
  }

  @Test func `an error thrown by the body is reported`() async throws {
    let found = try await messages { _ in throw Failure() }

    #expect(found == ["The body threw Failure() in a run of explore"])
  }

  @Test func `a deadlock is reported`() async throws {
    let found = try await messages { _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Deadlock after 0.0 seconds of virtual time") == true)
  }

  @Test func `an unfinished task is reported`() async throws {
    let found = try await messages { _ in
      _ = Task(name: "poll") { try await Task.sleep(for: .seconds(1)) }
    }

    #expect(found.count == 1)
    let message = "1 task had not ended when the body of the simulation returned: task"
    #expect(found.first?.hasPrefix(message) == true)
  }

  @Test func `outside work is reported even if an option allows it`() async throws {
    let found = try await issues(from: {
      _ = try await explore(schedules: 3, .outsideWork(upTo: .seconds(60))) { simulation in
        await withCheckedContinuation { continuation in
          simulation.core.whenItWaits { continuation.resume() }
        }
      }
    })

    #expect(found.count == 1)
    #expect(found.first?.message.contains("Code outside the simulation") == true)
  }

  @Test func `a clock with a remaining sleeper is reported`() async throws {
    let found = try await messages { _ in
      let clock = TestClock()
      _ = Task(name: "poll") { try await clock.sleep(for: .seconds(1)) }
      await Task.yield()
    }

    #expect(found.count >= 1)
  }

  @Test(arguments: [
    (Exploration.random(0), "explore cannot try 0 schedules, so nothing was run. Pass 1 or more."),
    (
      .exhaustive(limit: -1), "explore cannot try -1 schedules, so nothing was run. Pass 1 or more."
    ),
  ])
  func `a search of zero or fewer schedules is rejected`(exploration: Exploration, message: String)
    async throws
  {
    let found = try await messages(exploration) { _ in Issue.record("It ran.") }

    #expect(found == [message])
  }

  @Test(arguments: [0, 1_025])
  func `a concurrency outside the limits is rejected`(concurrency: Int) async throws {
    let found = try await issues(from: {
      _ = try await explore(schedules: 1, concurrency: concurrency) { _ in Issue.record("It ran.") }
    })

    #expect(
      found.map(\.message) == [
        """
        explore cannot run \(concurrency) simulations at a time, so nothing was run. Pass a value from 1 \
        to 1024 as `concurrency:`.
        """
      ]
    )
  }

  @Test(arguments: [
    (3...3, "A schedule failed, but its repetition took the same steps and did not fail."),
    (3...23, "A schedule failed, but a later repetition did not."),
    // The first two runs check whether the same schedule gives the same run.
    (1...1, "The same schedule gave two different runs: one failed, the other did not."),
    (2...2, "The same schedule gave two different runs: one failed, the other did not."),
  ])
  func `a failure that cannot be reproduced is reported`(
    failing: ClosedRange<Int>,
    message: String
  ) async throws {
    let runs = Lock(0)

    let found = try await messages { _ in
      let number = runs.withLock { runs in
        runs += 1
        return runs
      }
      if failing.contains(number) { reportIssue("Now and then.") }
    }

    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(message) == true, "\(found)")
    #expect(found.first?.contains(" Failure: Now and then.") == true, "\(found)")
  }

  @Test
  func `a withKnownIssue call around a search expects a failure after a known one in the body`()
    async throws
  {
    let failure = Lock<ReplayToken?>(nil)

    try await withKnownIssue {
      let result = try await explore(schedules: 5) { _ in
        withKnownIssue { Issue.record("inner") }
        Issue.record("outer")
      }
      failure.withLock { $0 = result.failure }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("outer") }
    }

    #expect(failure.withLock(\.self) != nil)
  }

  @Test func `a failure of only the first run fails any kind of search`() async throws {
    for exploration in [Exploration.random(5, firstSeed: 7), .exhaustive(limit: 100)] {
      let runs = Lock(0)

      let found = try await messages(exploration) { _ in
        let isFirst = runs.withLock { runs in
          runs += 1
          return runs == 1
        }
        if isFirst { reportIssue("Once.") }
      }

      #expect(found.count == 1, "\(exploration): \(found)")
    }
  }

  @Test func `an exhaustive search that reaches its limit is reported`() async throws {
    let found = try await messages(.exhaustive(limit: 3, pruning: .none)) { _ in
      _ = await Race.all[0].fixed()
    }

    #expect(
      found == [
        """
        The exhaustive search ended before it had tried every schedule (order of tasks). It tried 3 \
        schedules without a failure. Raise the limit of .exhaustive(limit:), make the test smaller, or \
        search random schedules instead.
        """
      ]
    )
  }

  @Test func `an exhaustive search that cuts tasks at the step limit is not complete`()
    async throws
  {
    let found = try await issues(from: {
      let search = Exploration.exhaustive(limit: 100)
      let result = try await explore(
        search,
        .leftoverTasks,
        .nonpreemptive,
        .stepLimit(200)
      ) { _ in
        Task { while !Task.isCancelled { await Task.yield() } }
      }
      #expect(!result.isComplete)
    })

    #expect(
      found.map(\.message) == [
        """
        The exhaustive search ended before it had tried every schedule (order of tasks), because tasks were still \
        running when a run reached its step limit after the body had returned. End these tasks before the body \
        returns, or raise the limit with .stepLimit.
        """
      ]
    )
  }

  @Test func `a loop that yields until it is cancelled is not reported as a livelock`()
    async throws
  {
    let found = try await messages(.exhaustive(limit: 1_000)) { _ in
      let loop = Task { while !Task.isCancelled { await Task.yield() } }
      await Tally().add()
      loop.cancel()
      await loop.value
    }

    #expect(found.count == 1)
    #expect(found.first?.contains("because a task took more than 1000 steps") == true)
  }

  @Test(arguments: [Exploration.random(1_000_000), .exhaustive(limit: 1_000_000)], [1, 4])
  func `a cancelled search throws CancellationError`(
    exploration: Exploration,
    concurrency: Int
  ) async throws {
    let task = Task {
      try await explore(exploration, concurrency: concurrency) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        try await Task.sleep(for: .seconds(1))
      }
    }
    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

/// A failing test, which a test above runs in a separate process.
@Suite(
  .dependencies { _ in },
  .enabled(if: System.environmentVariable("DEPENDENCE_DETACHED_FAILURE") != nil)
)
struct FailureInDetachedTask {
  @Test(.explore(20)) func fails() async { await Task.detached { #expect(Bool(false)) }.value }
}

private final class Connection: Sendable {
  deinit { #expect(Bool(false)) }

  func send() {}
}

private enum ConnectionKey: TestDependencyKey {
  static var testValue: Connection { Connection() }
}

/// A search whose runs fail when their values are released. It runs in a process of its own, because
/// it fails.
@Suite(
  .dependencies { _ in },
  .enabled(if: System.environmentVariable("DEPENDENCE_DEINITIALIZER_FAILURE") != nil)
)
struct FailureInDeinitializer {
  @Test(.explore(20)) func fails() { DependencyValues.current[ConnectionKey.self].send() }
}
