@testable import DependenceSimulation
import Testing

struct TimelineRowTests {
  @Test func `a task is runnable from the moment it is woken until it runs`() {
    var script = RecordScript()
    let first = script.make()
    let second = script.make()
    script.run(0, waking: [first, second])
    script.run(first, .finished)
    script.run(second)

    let row = Timeline(script.record).rows[second]

    let states = (0..<6).map(row.state)
    #expect(
      states == [
        .absent, .runnable, .runnable, .runnable, .runnable, .suspended(since: .zero),
      ]
    )
  }

  @Test func `a task that no step woke is woken by the time`() {
    let body = Timeline(ExampleRecords.debouncedSearch).rows[0]

    #expect(body.state(at: 3) == .suspended(since: .zero))
    #expect(body.state(at: 4) == .runnable)
  }

  @Test func `a task in the queue of an actor is waiting, not suspended`() {
    let task = Timeline(ExampleRecords.lostUpdate).rows[1]

    #expect(task.state(at: 3) == .enqueued)
    #expect(task.state(at: 5) == .runnable)
  }

  @Test(arguments: [
    (Participant.Kind.task, Step.Ending.finished, Timeline.Row.State.finished),
    (.task, .suspended, .suspended(since: .seconds(2))), (.task, .runnable, .enqueued),
    (.actor, .finished, .absent), (.actor, .suspended, .absent), (.actor, .runnable, .enqueued),
    (.job, .finished, .finished),
  ])
  func `a row ends in the state that its last step left`(
    kind: Participant.Kind,
    ending: Step.Ending,
    state: Timeline.Row.State
  ) {
    var script = RecordScript()
    let participant = script.make(kind)
    script.run(0)
    script.move(to: .seconds(2), waking: [participant])
    script.run(participant, ending)

    #expect(Timeline(script.record).rows[participant].end == state)
  }

  @Test func `a task that is woken last ends as runnable`() {
    var script = RecordScript()
    let task = script.make()
    script.run(0, waking: [task])
    script.run(task, waking: [0], .finished)

    #expect(Timeline(script.record).rows.map(\.end) == [.runnable, .finished])
  }

  @Test func `an actor with another job ends as runnable`() {
    var script = RecordScript()
    let actor = script.make(.actor)
    script.run(0, waking: [actor, actor])
    script.run(actor)

    #expect(Timeline(script.record).rows[actor].end == .runnable)
  }

  @Test func `a task that never became runnable is absent`() {
    var script = RecordScript()
    let task = script.make()
    script.run(0)

    #expect(Timeline(script.record).rows[task].end == .absent)
    #expect(!Timeline(script.record).rows[task].isThere(in: 0..<1))
  }
}
