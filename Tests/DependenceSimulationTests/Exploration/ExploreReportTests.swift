import Dependence
@testable import DependenceSimulation
import DependenceTesting
import Foundation
import TestKeys
import Testing

/// Tests of the messages and results of searches.
struct ExploreReportTests {
  /// The beginning of the advice about a replay, up to the token.
  private static let replay =
    "Replay this schedule (order of tasks) with simulate(.replay(try ReplayToken(\""

  private typealias Body = @Sendable @concurrent (Simulation) async throws -> Void

  private func explored(
    _ exploration: Exploration,
    concurrency: Int = 1,
    _ option: SimulationOption = .stepLimit(50_000),
    _ body: @escaping Body
  ) async throws -> (result: ExplorationResult, messages: [String]) {
    let result = Lock<ExplorationResult?>(nil)
    let found = try await issues(from: {
      let new = try await explore(exploration, concurrency: concurrency, option, operation: body)
      result.withLock { $0 = new }
    })
    return (try #require(result.withLock { $0 }), found.map(\.message))
  }

  @Test func `a rejected search tries no schedules`() async throws {
    let refused = [
      try await explored(.random(0)) { _ in },
      try await explored(.random(1), concurrency: 1_025) { _ in },
    ]

    #expect(refused.map(\.result) == Array(repeating: ExplorationResult(schedules: 0), count: 2))
    #expect(refused.map(\.messages.count) == [1, 1])
  }

  @Test func `a search of one schedule succeeds with the maximum concurrency`() async throws {
    let found = try await explored(.random(1), concurrency: 1_024) { _ in }

    #expect(found.result == ExplorationResult(schedules: 1))
    #expect(found.messages == [])
  }

  @Test
  func `outside work ends a search after one run, and its failures are reported`() async throws {
    let found = try await explored(.random(3)) {
      reportIssue("It went wrong.")
      await $0.haveThreadWakeTask()
    }

    #expect(found.result == ExplorationResult(schedules: 1))
    #expect(found.messages.count == 1)
    let message = try #require(found.messages.first)
    #expect(message.hasPrefix("Code outside the simulation resumed one of its tasks"))
    #expect(message.hasSuffix(" No search was run. Failure: It went wrong."))
  }

  @Test
  func `a repetition that takes different steps is reported with the first difference`()
    async throws
  {
    let runs = Lock(0)

    let found = try await explored(.random(3)) { _ in
      let number = runs.withLock { runs in
        runs += 1
        return runs
      }
      if number == 3 { reportIssue("It went wrong.") }
      if number == 4 { await Task.yield() }
    }

    #expect(found.result.failure != nil)
    #expect(
      found.messages == [
        """
        A schedule failed, but its repetition took different steps: one took 1 step, the other 2. \
        \(Explorer.uncontrolled) Failure: It went wrong.
        """
      ]
    )
  }

  /// A body that never ends in some schedules, but ends in the first schedule.
  private static let endless: Body = { _ in
    let hasBegun = Lock(false)
    async let other: Void = hasBegun.withLock { $0 = true }
    if hasBegun.withLock({ $0 }) { while !Task.isCancelled { await Task.yield() } }
    await other
  }

  @Test(arguments: [
    (Exploration.random(50), 100, "\n\(Self.replay)1"),
    (.exhaustive(pruning: .none), 100, "\n\(Self.replay)1c-"),
    (.exhaustive(pruning: .none), 50_001, "\nThe run has too many steps for a replay token."),
  ])
  func `a schedule that reaches the step limit is reported without shrinking`(
    exploration: Exploration,
    limit: Int,
    advice: String
  ) async throws {
    let found = try await explored(exploration, .stepLimit(limit), Self.endless)

    #expect(found.messages.count == 1)
    let message = found.messages.first ?? ""
    #expect(
      message.hasPrefix("The body of the simulation did not return within \(limit) steps"),
      "\(message)"
    )
    #expect(
      message.contains(advice)
        && message.contains("\nSchedule \(found.result.schedules) of explore failed.\n"),
      "\(message)"
    )
    #expect((found.result.failure == nil) == (limit > 50_000))
  }

  @Test func `a failure is reported with its token, its schedule and its timeline`() async throws {
    let found = try await explored(.random(50)) { _ in
      if await !Race.all[0].racy() { reportIssue("It went wrong.") }
    }

    let token = try #require(found.result.failure)
    #expect(found.messages.count == 1)
    let message = found.messages.first ?? ""
    let begin = """
      It went wrong.
      \(Self.replay)\(token)"))) or DEPENDENCE_REPLAY=\(token)
      Schedule \(found.result.schedules) of explore failed. In
      """
    #expect(message.hasPrefix(begin), "\(message)")
    #expect(message.contains("\nsteps:\n  1  task 0 \"body\": start of the task\n"), "\(message)")
    #expect(message.contains("\n# ran "), "\(message)")
    #expect(message.utf8.allSatisfy { $0 < 0x80 })
    let files = try #require(message.firstMatch(of: /\nTimeline: (.+\.svg) and (.+\.txt)$/))
    let text = try String(contentsOfFile: String(files.2), encoding: .utf8)
    #expect(text.contains("\u{25A0} ran"))
  }

  @Test func `a failure in every schedule is reported as probably not a race`() async throws {
    let found = try await explored(.random(3)) { _ in reportIssue("It went wrong.") }

    let token = try #require(found.result.failure)
    #expect(found.result == ExplorationResult(schedules: 1, failure: token))
    #expect(
      found.messages == [
        """
        It went wrong.
        \(Self.replay)\(token)"))) or DEPENDENCE_REPLAY=\(token)
        This is probably not a race, because the first schedule that explore tried and 16 random \
        schedules all failed in the same way. Debug it like any other test failure.
        """
      ]
    )
  }

  @Test func `a failure is drawn as a race if the run before the search passed`() async throws {
    let runs = Lock(0)

    let found = try await explored(.random(3)) { _ in
      let number = runs.withLock { runs in
        runs += 1
        return runs
      }
      if number > 2 { reportIssue("It went wrong.") }
    }

    #expect(found.messages.count == 1)
    #expect(found.messages[0].contains("it was shrunk to this schedule"), "\(found.messages)")
  }

  @Test func `an exhaustive search that reaches its limit is not conditional`() async throws {
    let found = try await explored(.exhaustive(limit: 1)) { _ in _ = await Race.all[0].fixed() }

    #expect(!found.result.isComplete && !found.result.isConditional)
    #expect(found.messages.count == 1)
  }

  @Test func `equal failures are quoted once`() async throws {
    let runs = Lock(0)

    let found = try await explored(.random(3)) { _ in
      let number = runs.withLock { runs in
        runs += 1
        return runs
      }
      for _ in 0..<number { await Task.yield() }
      for text in ["One.", "Two.", "One."] { reportIssue(text) }
    }

    #expect(found.result == ExplorationResult(schedules: 1))
    let end = "No search was run. Failures: One. Two."
    #expect(found.messages.first?.hasSuffix(end) == true)
  }

  @Test func `a replay runs one schedule and reports its failure`() async throws {
    let token = ReplayToken(choices: [])
    let results = Lock<[ExplorationResult]>([])

    let found = try await issues(from: {
      for isRight in [true, false] {
        let site = SourceSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
        let explorer = Explorer(.random(3), 1, [], at: site) { _ in
          if !isRight { reportIssue("It went wrong.") }
        }
        let result = try await explorer.replay(token)
        results.withLock { $0.append(result) }
      }
    })

    #expect(
      results.withLock { $0 } == [
        ExplorationResult(schedules: 1), ExplorationResult(schedules: 1, failure: token),
      ]
    )
    #expect(
      found.map(\.message) == ["It went wrong.\nThis happened in the replay of \(token)"]
    )
  }

  /// The search advances virtual time although tasks are ready to run. The body loops only in this
  /// case.
  @Test func `the token of an endless run replays it with the same progress of time`() async throws
  {
    let body: Body = { _ in
      let isLate = Lock(false)
      let sleeper = Task {
        try? await Task.sleep(for: .milliseconds(1))
        isLate.withLock { $0 = true }
      }
      for _ in 0..<6 { await Task.yield() }
      while isLate.withLock(\.self), !Task.isCancelled { await Task.yield() }
      await sleeper.value
    }
    let reported = await issues {
      _ = try? await explore(.exhaustive(limit: 1_000), .stepLimit(2_000)) { try await body($0) }
    }
    let message = try #require(reported.first?.message)
    let text = try #require(message.firstMatch(of: /ReplayToken\("([^"]+)"\)/)?.output.1)

    let error = await #expect(throws: SimulationError.self) {
      try await simulate(.replay(try ReplayToken(String(text))), .stepLimit(2_000)) {
        try await body($0)
      }
    }
    #expect(String(describing: error).contains("did not return within 2000 steps"), "\(text)")
  }

  @Test func `a failure that the first schedule of a search avoids is drawn as a race`()
    async throws
  {
    let found = try await explored(.exhaustive(limit: 50)) { _ in
      let order = Lock<[Int]>([])
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            await Task.yield()
            order.withLock { $0.append(number) }
          }
        }
      }
      if order.withLock({ $0 != $0.sorted() }) { reportIssue("out of order") }
    }

    #expect(found.messages.count == 1)
    #expect(found.messages[0].contains("it was shrunk to this schedule"), "\(found.messages)")
  }
}
