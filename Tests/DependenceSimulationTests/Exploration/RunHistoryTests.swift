@testable import DependenceSimulation
import Testing

struct RunHistoryTests {
  private static let record = RunRecord(
    (0, [0]),
    (1, [1, 2]),
    (2, [2]),
    (3, [3, 2]),
    (2, [2])
  )

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The first step that differs, or `nil` if the run is the same or makes other choices.
    let step: Int?
    let distinct: Int
    let record: RunRecord

    init(
      _ name: String,
      _ step: Int?,
      distinct: Int = 1,
      _ change: (inout RunRecord) -> Void
    ) {
      testDescription = name
      self.step = step
      self.distinct = distinct
      var record = RunHistoryTests.record
      change(&record)
      self.record = record
    }

    static let all = [
      Change("nothing", nil) { _ in },
      Change("woken", nil) { $0.steps[2].woke = [3] },
      Change("time at once", 0) { $0.steps[0].time = .seconds(1) },
      Change("place at once", 0) { $0.steps[0].executor = .mainActor },
      Change("candidates of the first choice", 0) { $0.steps[1].candidates = [1, 3] },
      Change("place of the first choice", 1) { $0.steps[1].executor = .mainActor },
      Change("candidates between", 1) { $0.steps[2].candidates = [1] },
      Change("place between", 1) { $0.steps[2].executor = .mainActor },
      Change("place of the last choice", 3) { $0.steps[3].executor = .mainActor },
      Change("time of the last step", 3) { $0.steps[4].time = .seconds(1) },
      Change("ending", 3) { $0.ending = .deadlock },
      Change("end", 3) { $0.end = .seconds(1) },
      Change("one step less", 3) { $0.steps.removeLast() },
      Change("first choice", nil, distinct: 2) { $0.steps[1].choice = 1 },
      Change("last choice", nil, distinct: 2) { $0.steps[3].choice = 1 },
      Change("cut short", nil) {
        $0.steps.removeLast()
        $0.isTruncated = true
      },
      Change("no end", nil) {
        $0.steps.removeLast()
        $0.ending = .livelock
      },
    ]
  }

  @Test(arguments: Change.all)
  func `two runs diverge at the first step that differs`(change: Change) {
    var histories = RunHistories()

    #expect(histories.add(RunHistory(Self.record)) == nil)
    #expect(histories.add(RunHistory(change.record)) == change.step)
    #expect(histories.distinct == change.distinct)
  }

  @Test func `a history at its limit remembers no further segments`() {
    var other = Self.record
    other.steps[4].time = .seconds(1)

    for (limit, step) in [(2, nil), (3, 3)] {
      var histories = RunHistories(limit: limit)
      _ = histories.add(RunHistory(Self.record))

      #expect(histories.add(RunHistory(other)) == step)
    }
  }

  @Test func `each choice begins a new segment`() {
    #expect(RunHistory(Self.record).segments.map(\.step) == [0, 1, 3])
  }

  // MARK: - Descriptions

  @Test func `the first difference names the step, its participant and its time`() {
    var (other, later, crowded, longer) = (Self.record, Self.record, Self.record, Self.record)
    other.steps[2].participant = 3
    later.steps[4].time = .seconds(1)
    crowded.steps[0].candidates = [0, 1]
    longer.steps.append(Step(participant: 0, candidates: [0], choice: 0))
    longer.steps[2].executor = .mainActor

    #expect(Self.record.difference(from: Self.record) == nil)
    #expect(
      [other, later, crowded, longer].map { Self.record.difference(from: $0) } == [
        """
        step 2 was taken by task 2 at 0.0 seconds in one run, and by task 3 at 0.0 seconds in the other
        """,
        """
        step 4 was taken by task 2 at 0.0 seconds in one run, and by task 2 at 1.0 seconds in the other
        """,
        "step 0 had other tasks to choose from",
        "one took 5 steps, the other 6",
      ]
    )
  }
}
