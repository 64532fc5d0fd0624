@testable import DependenceSimulation
import Testing

struct TimelineTests {
  @Test func `consecutive steps of one participant form a block if no other can run`() {
    var script = RecordScript()
    script.run(0, waking: [0], .runnable)
    script.run(0, waking: [0], .runnable)
    script.run(0, .finished)

    let timeline = Timeline(script.record)

    #expect(timeline.blocks.map(\.steps) == [0..<3])
    #expect(timeline.blocks.map(\.ending) == [.finished])
    #expect(timeline.steps == 3)
  }

  @Test func `a choice, another time or another executor begins a block`() {
    var script = RecordScript()
    let other = script.make()
    script.run(0, waking: [0, other], .runnable)
    script.run(0, waking: [0], .runnable)
    script.run(other)
    script.run(0)
    script.move(to: .seconds(1), waking: [0])
    script.run(0, waking: [0], .runnable)
    script.run(0, .finished, on: .mainActor)

    let timeline = Timeline(script.record)

    #expect(timeline.blocks.map(\.steps) == [0..<1, 1..<2, 2..<3, 3..<4, 4..<5, 5..<6])
    #expect(timeline.blocks.map(\.executor) == [.pool, .pool, .pool, .pool, .pool, .mainActor])
    #expect(
      timeline.blocks.indices.map(timeline.isJump) == [false, false, false, false, true, false]
    )
  }

  @Test func `a block records its turn and the number of candidates`() {
    let timeline = Timeline(ExampleRecords.lostUpdate)

    let turns = timeline.blocks.map(\.turn)
    #expect(
      turns == [
        .only, .next, .preempting(2), .next, .preempting(1), .next, .next, .only, .next, .next,
        .only,
      ]
    )
    #expect(timeline.blocks.map(\.candidates) == [1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 1])
  }

  @Test func `a block lists each woken participant once and never its own`() {
    var script = RecordScript()
    let first = script.make()
    let second = script.make()
    script.run(0, waking: [second, first, 0, second], .runnable)
    script.run(second, waking: [0])

    #expect(Timeline(script.record).blocks.map(\.woken) == [[second, first], [0]])
  }

  @Test func `time can advance before the first block`() {
    var script = RecordScript()
    script.move(to: .seconds(1))
    script.run(0)

    #expect(Timeline(script.record).isJump(0))
  }

  @Test func `rows show running participants, then woken or preempted, then waiting ones`() {
    var script = RecordScript()
    let waiting = (0..<5).map { _ in script.make() }
    let passed = script.make()
    let runner = script.make()
    let woken = script.make()
    script.run(0, waking: waiting)
    for task in waiting { script.run(task) }
    script.move(to: .seconds(1), waking: [passed, runner])
    script.run(runner, waking: [woken])

    let timeline = Timeline(script.record)
    let last = 6..<7

    #expect(timeline.rows(in: last, limit: 1) == ([runner], 8))
    #expect(timeline.rows(in: last, limit: 3) == ([passed, runner, woken], 6))
    #expect(timeline.rows(in: last, limit: 4) == ([0, passed, runner, woken], 5))
    #expect(timeline.rows(in: last, limit: 9) == ([0, 1, 2, 3, 4, 5, passed, runner, woken], 0))
  }

  @Test func `participants that have not started or have finished take no row`() {
    let timeline = Timeline(ExampleRecords.debouncedSearch)

    #expect(timeline.rows(in: 0..<2, limit: 9).shown == [0, 1])
    #expect(timeline.rows(in: 8..<11, limit: 9).shown == [0, 3, 4])
  }

  @Test(arguments: [
    (RunRecord.Ending.returned, "The body ended at 0 s, after 1 step."),
    (.deadlock, "Deadlock at 0 s, after 1 step: no task could run."),
    (.livelock, "The body had not ended at 0 s, after 1 step, the limit."),
  ])
  func `the headline states how the run ended`(ending: RunRecord.Ending, headline: String) {
    var script = RecordScript()
    script.run(0)
    script.end(ending)

    #expect(Timeline(script.record).headline == headline)
  }

  @Test func `the summary counts choices and preemptions`() {
    #expect(Timeline(ExampleRecords.deadlock).summary == "No scheduling choices.")
    #expect(Timeline(ExampleRecords.lostUpdate).summary == "8 scheduling choices, 2 preemptions.")
  }
}
