@testable import DependenceSimulation
import Testing

struct ScheduleSearchTests {
  private func runResult(_ record: RunRecord, hasFailed: Bool = false) -> RunResult {
    RunResult(
      schedule: .fifo,
      record: record,
      failures: hasFailed ? ["It failed."] : [],
      uncontrolledCode: nil,
      isRecorded: false,
      hasFailedBeforeRelease: hasFailed
    )
  }

  private func search(_ exploration: Exploration, _ program: ToyProgram) -> ScheduleSearch {
    var search = ScheduleSearch(exploration, length: 1)
    while let ticket = search.next() {
      search.finish(ticket, with: runResult(program.run(ticket.schedule).record))
    }
    return search
  }

  // MARK: - Phases

  @Test(arguments: [
    (Exploration.Pruning.none, 2, explored: 2, isComplete: true, isConditional: false),
    (.hops, 2, explored: 2, isComplete: true, isConditional: false),
    (.independentTasks, 2, explored: 1, isComplete: true, isConditional: true),
    (.automatic, 1, explored: 1, isComplete: false, isConditional: true),
    (.automatic, 2, explored: 1, isComplete: true, isConditional: true),
    (.automatic, 3, explored: 2, isComplete: true, isConditional: true),
    (.automatic, 4, explored: 3, isComplete: true, isConditional: false),
  ])
  func `a second search makes fewer assumptions, within the same limit`(
    pruning: Exploration.Pruning,
    limit: Int,
    explored: Int,
    isComplete: Bool,
    isConditional: Bool
  ) {
    let search = search(
      .exhaustive(limit: limit, pruning: pruning),
      .independent(tasks: 2, steps: 1)
    )

    #expect(search.explored == explored)
    #expect(search.isComplete == isComplete)
    #expect(search.isConditional == isConditional)
    #expect((search.incompleteMessage == nil) == isComplete)
  }

  @Test func `a random search is never complete and has no message about it`() {
    let search = search(.random(3), .lostUpdate)

    #expect(search.explored == 3)
    #expect(!search.isComplete && !search.isConditional)
    #expect(search.incompleteMessage == nil)
  }

  @Test func `the message about an incomplete search gives the reason`() throws {
    func message(_ change: (inout RunRecord) -> Void) throws -> String {
      var search = ScheduleSearch(.exhaustive(limit: 100), length: 1)
      var record = RunRecord((0, [0]))
      change(&record)
      let ticket = search.next()
      search.finish(try #require(ticket), with: runResult(record))
      return try #require(search.incompleteMessage)
    }

    #expect(try message { $0.isTruncated = true }.contains("too long to be recorded"))
    #expect(try message { $0.hasSkippedPoints = true }.contains("tasks were preempted"))
    #expect(try message { $0.hasReachedStepLimit = true }.contains("its step limit"))
    #expect(try message { $0.hasAbandonedSleepSet = true }.contains("Task.yield()"))
  }

  // MARK: - Failures

  @Test func `the failure of the lowest seed is reported`() throws {
    var search = ScheduleSearch(.random(3), length: 1)
    let tickets = (0..<3).compactMap { _ in search.next() }
    let records = tickets.indices.map { RunRecord(($0, [$0])) }

    for number in [1, 2, 0] {
      search.finish(tickets[number], with: runResult(records[number], hasFailed: true))
    }

    #expect(search.failed?.record == records[0])
    #expect(search.next() == nil)
  }

  @Test func `the first failure ends an exhaustive search`() throws {
    var search = ScheduleSearch(.exhaustive(pruning: .none), length: 1)
    let next = search.next()
    let record = RunRecord((0, [0, 1]), (1, [1]))
    _ = search.takeRepeat(of: try #require(next), steps: 1)

    search.finish(try #require(next), with: runResult(record, hasFailed: true))

    #expect(search.failed?.record == record)
    #expect(search.next() == nil)
    #expect(search.takeLateRepeat() == nil)
  }

  @Test(arguments: 1...3)
  func `the schedules tried include those that only the first part of a search counts`(
    number: Int
  ) throws {
    let shard = Shard(number: number, count: 3)
    var search = ScheduleSearch(.exhaustive(limit: 2, pruning: .none), length: 1, shard: shard)
    while let ticket = search.next() {
      search.finish(ticket, with: runResult(ToyProgram.stampede.run(ticket.schedule).record))
    }

    #expect(search.tried == 2)
    #expect(search.incompleteMessage?.contains("It tried 2 schedules") == true)
  }

  @Test func `a different run after the same choices ends the search`() throws {
    var search = ScheduleSearch(.random(3), length: 1)
    let next = search.next()
    let ticket = try #require(next)
    let isRepeatedBefore = search.takeRepeat(of: ticket, steps: 1)

    search.compare(RunHistory(RunRecord((0, [0]), (1, [1, 2]), (2, [2]))))
    #expect(search.divergence == nil)
    search.compare(RunHistory(RunRecord((0, [0]), (1, [1, 2]), (1, [1]))))
    search.compare(RunHistory(RunRecord((1, [1]))))

    #expect(search.divergence == 1)
    #expect(search.next() == nil)
    let isRepeatedAfter = search.takeRepeat(of: ticket, steps: 0)
    #expect([isRepeatedBefore, isRepeatedAfter] == [true, false])
    #expect(search.takeLateRepeat() == nil)
  }

  @Test func `a divergent exhaustive search is not also reported as incomplete`() throws {
    var search = ScheduleSearch(.exhaustive(pruning: .none), length: 1)
    var next = search.next()
    search.finish(
      try #require(next),
      with: runResult(RunRecord((0, [0]), (1, [1, 2]), (2, [2])))
    )
    next = search.next()

    search.finish(try #require(next), with: runResult(RunRecord((0, [0]), (2, [2]))))

    #expect(search.divergence == 1)
    #expect(search.incompleteMessage == nil)
    #expect(!search.isComplete)
  }

  // MARK: - Repeats

  /// Returns the indices of the runs that are repeated immediately, and of those that are repeated
  /// at the end of a search of `count` runs.
  private func repeats(_ count: Int, steps: Int = 1) throws -> (early: [Int], late: [Int]) {
    var search = ScheduleSearch(.random(count), length: 1)
    var schedules: [Schedule] = []
    var early: [Int] = []
    while let ticket = search.next() {
      if search.takeRepeat(of: ticket, steps: steps) { early.append(schedules.count) }
      schedules.append(ticket.schedule)
      search.finish(ticket, with: runResult(RunRecord()))
    }
    var late: [Int] = []
    while let schedule = search.takeLateRepeat() {
      late.append(try #require(schedules.firstIndex(of: schedule)))
    }
    return (early, late)
  }

  @Test func `a search repeats its first runs immediately and a few more at the end`() throws {
    let repeats = try repeats(1_000)

    #expect(repeats.early == Array(0..<repeats.early.count))
    #expect(!repeats.early.isEmpty && !repeats.late.isEmpty)
    // At the end, the search first repeats runs that it has not repeated yet.
    #expect(!repeats.early.contains(repeats.late[0]))
    #expect(repeats.early.count + repeats.late.count < 100)
  }

  @Test func `a short search repeats each run immediately and again at the end`() throws {
    let repeats = try repeats(5)

    #expect(repeats.early == Array(0..<5))
    #expect(Set(repeats.late) == Set(0..<5))
  }

  @Test func `the longer the runs, the fewer of them are repeated`() throws {
    let limit = ScheduleSearch.mostRepeatedSteps

    let counts = try [1, limit / 4, limit / 2, limit / 2 + 1, limit, limit + 1].map {
      try repeats(9, steps: $0).early.count
    }

    #expect(counts == [9, 4, 2, 1, 1, 0])
  }

  @Test func `a late repetition counts the steps of the run that it repeats`() throws {
    var search = ScheduleSearch(.random(2), length: 1)
    let tickets = (0..<2).compactMap { _ in search.next() }
    for (ticket, steps) in zip(tickets, [ScheduleSearch.mostRepeatedSteps - 2, 1]) {
      _ = search.takeRepeat(of: ticket, steps: steps)
    }

    // The limit on repeated steps leaves two steps. They suffice for the second schedule, but not
    // for the first.
    let late = [search.takeLateRepeat(), search.takeLateRepeat()]
    #expect(late == [tickets[1].schedule, nil])
  }

  @Test func `after a failure, no run is repeated at the end`() throws {
    var search = ScheduleSearch(.random(3), length: 1)
    let next = search.next()
    let ticket = try #require(next)
    _ = search.takeRepeat(of: ticket, steps: 1)

    search.finish(ticket, with: runResult(RunRecord(), hasFailed: true))

    #expect(search.takeLateRepeat() == nil)
  }

  @Test func `a search without runs repeats nothing`() {
    var search = ScheduleSearch(.random(3), length: 1)

    #expect(search.takeLateRepeat() == nil)
  }
}
