import CSimulationRuntime
@testable import DependenceSimulation
import Testing

struct TimelineRecordTests {
  /// Code without a known name.
  private let code = CodeAddress(functions: simulation_origin())

  private func functions(_ change: (inout RunRecord) -> Void) -> [[String]] {
    var script = RecordScript()
    let other = script.make()
    script.run(0, waking: [0, other], .runnable)
    script.run(0, waking: [0], .runnable)
    script.run(other)
    script.run(0)
    var record = script.record
    change(&record)
    return Timeline(record).blocks.map(\.functions)
  }

  @Test func `unnamed code is labeled as the start of a task where it first runs`() {
    let found = functions { for step in 0..<4 { $0.steps[step].code = code } }

    #expect(found == [["start of the task"], [], ["start of the task"], []])
  }

  @Test func `a task that only joins an actor's queue has not started`() {
    let found = functions {
      for step in 0..<4 { $0.steps[step].code = code }
      $0.steps[0].onlyJoinsQueue = true
    }

    #expect(found == [[], ["start of the task"], ["start of the task"], []])
  }

  @Test func `a task that runs on an actor starts there`() {
    let found = functions {
      for step in 1..<4 { $0.steps[step].code = code }
      $0.steps[0].onlyJoinsQueue = true
      $0.steps[2].taskOnActor = 0
    }

    #expect(found == [[], ["start of the task"], [], []])
  }

  @Test func `a step without code has no label`() {
    #expect(functions { _ in } == [[], [], [], []])
  }

  @Test func `equal labels within a block are shown once`() {
    var script = RecordScript()
    script.run(0, waking: [0], .runnable)
    script.run(0, waking: [0], .runnable)
    script.run(0)
    var record = script.record
    for step in 0..<3 {
      record.steps[step].code = code
      record.steps[step].taskOnActor = step / 2
    }

    #expect(Timeline(record).blocks.map(\.functions) == [["start of the task"]])
  }

  @Test func `the rest of a preempted step names that step`() {
    var script = RecordScript()
    let other = script.make()
    script.run(0, waking: [0, other], .runnable)
    script.run(other)
    script.run(0)
    var record = script.record
    record.steps[2].continuesStep = true

    #expect(Timeline(record).blocks.map(\.functions) == [[], [], ["the rest of step 1"]])
  }

  @Test func `a task that ends in the turn of an actor is finished`() {
    var script = RecordScript()
    let actor = script.make(.actor)
    script.run(0, waking: [actor], .runnable)
    script.run(actor)
    var record = script.record
    record.steps[1].ended = [0]

    let row = Timeline(record).rows[0]

    #expect((0..<4).map(row.state) == [.runnable, .enqueued, .enqueued, .finished])
  }

  @Test func `a participant woken by two blocks is listed in both`() {
    var script = RecordScript()
    let actor = script.make(.actor)
    script.run(0, waking: [0, actor, actor], .runnable)
    script.run(0, waking: [actor])

    #expect(Timeline(script.record).blocks.map(\.woken) == [[actor], [actor]])
  }

  @Test func `a row is visible if it changes in the last moment`() {
    var script = RecordScript()
    let task = script.make()
    script.run(0, waking: [0], .runnable)
    script.run(0, waking: [task], on: .mainActor)
    script.run(task, .finished)
    script.move(to: .seconds(1), waking: [0])
    script.run(0)

    let row = Timeline(script.record).rows[task]

    let single = (0..<4).map { row.isThere(in: $0..<$0 + 1) }
    #expect(single == [false, true, true, false])
    #expect(row.isThere(in: 0..<2))
    #expect(!row.isThere(in: 3..<4))
  }

  @Test(
    arguments: [
      (nil, nil), ("", nil), ("One.\nTwo.", "One."), ("a\tb", "a\\tb"),
      (String(repeating: "a", count: 200), String(repeating: "a", count: 200)),
      (
        String(repeating: "a", count: 201),
        String(repeating: "a", count: 100) + "…" + String(repeating: "a", count: 99)
      ),
    ] as [(String?, String?)]
  )
  func `the title is the first line of the failure`(failure: String?, line: String?) {
    var script = RecordScript()
    script.run(0)
    var record = script.record
    record.failure = failure
    var deadlock = record
    deadlock.ending = .deadlock

    #expect(Timeline(record).failureLine == line)
    #expect(Timeline(record).title == line ?? Timeline(record).headline)
    #expect(Timeline(deadlock).title == Timeline(deadlock).headline)
  }

  @Test func `a summary of a single choice uses the singular`() {
    var script = RecordScript()
    let other = script.make()
    script.run(0, waking: [other, 0])
    script.run(0)
    script.run(other)
    var record = script.record
    record.isTruncated = true

    #expect(Timeline(record).summary == "1 scheduling choice, 1 preemption.")
    #expect(Timeline(record).headline == "The body ended at 0 s, after more than 3 steps.")
    #expect(Timeline(record).omission(1..<3) == "steps 2 to 3 are left out")
  }
}
