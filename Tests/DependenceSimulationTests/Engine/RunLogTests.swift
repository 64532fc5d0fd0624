@testable import DependenceSimulation
import Testing

struct RunLogTests {
  /// A job that is never run.
  private func ready(_ participant: Int32, on executor: Step.Executor = .pool) -> Scheduler.Ready {
    Scheduler.Ready(
      job: unsafeBitCast(UInt(16), to: UnownedJob.self),
      participant: participant,
      executor: executor
    )
  }

  private func begin(of candidates: [Int] = [0], in log: inout RunLog) {
    log.begin(0, of: candidates, job: ready(0), at: .zero, participantCount: 1)
  }

  @Test func `a step records its participant, executor, time, candidates and task on an actor`() {
    var log = RunLog()
    var visit = ready(5)
    visit.taskOnActor = 2
    let all = [3, 5, 9]

    for (choice, job) in [ready(3, on: .mainActor), visit, nil].enumerated() {
      log.begin(choice, of: all, job: job, at: .seconds(choice), participantCount: 7)
    }
    log.change { $0.woke = [1] }

    #expect(
      log.steps == [
        Step(participant: 3, executor: .mainActor, candidates: all, choice: 0, participantCount: 7),
        Step(
          participant: 5,
          time: .seconds(1),
          candidates: all,
          choice: 1,
          participantCount: 7,
          taskOnActor: 2
        ),
        Step(
          participant: 9,
          time: .seconds(2),
          candidates: all,
          choice: 2,
          woke: [1],
          participantCount: 7
        ),
      ]
    )
    #expect(!log.isTruncated)
  }

  @Test func `a change before the first step has no effect`() {
    var log = RunLog()

    log.change { $0.woke = [1] }

    #expect(log.steps.isEmpty)
  }

  @Test func `the log keeps a limited number of steps`() {
    var log = RunLog()
    for _ in 0..<RunLog.limit { begin(in: &log) }
    let isTruncatedBefore = log.isTruncated

    begin(in: &log)
    log.change { $0.woke = [1] }

    let isTruncatedAfter = log.isTruncated
    #expect([isTruncatedBefore, isTruncatedAfter] == [false, true])
    #expect(log.steps.count == RunLog.limit)
    #expect(log.steps.last?.woke == [])
  }

  @Test func `the log keeps a limited number of candidates`() {
    var log = RunLog()
    let many = Array(repeating: 0, count: RunLog.candidateLimit / 2)
    for _ in 0..<2 { begin(of: many, in: &log) }
    let isTruncatedBefore = log.isTruncated

    begin(in: &log)

    // Stored in a variable, because a failure message would otherwise print the whole log.
    let isTruncatedAfter = log.isTruncated
    #expect([isTruncatedBefore, isTruncatedAfter] == [false, true])
    #expect(log.steps.count == 2)
  }
}
