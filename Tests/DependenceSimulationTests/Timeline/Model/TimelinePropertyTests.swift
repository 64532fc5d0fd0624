@testable import DependenceSimulation
import Testing

struct TimelinePropertyTests {
  @Test(arguments: ExampleRun.random)
  func `every step is in exactly one block, in order`(run: ExampleRun) {
    let timeline = run.timeline

    #expect(timeline.blocks.flatMap(\.steps) == Array(run.record.steps.indices))
    for block in timeline.blocks {
      for step in run.record.steps[block.steps] {
        #expect(step.participant == block.row)
        #expect(step.time == block.time)
        #expect(step.executor == block.executor)
      }
      #expect(run.record.steps[block.steps].dropFirst().allSatisfy { $0.candidates.count < 2 })
    }
  }

  @Test(arguments: ExampleRun.random)
  func `no two adjacent blocks could be merged`(run: ExampleRun) {
    let timeline = run.timeline

    for (before, after) in zip(timeline.blocks, timeline.blocks.dropFirst()) {
      let isSame =
        before.row == after.row && before.time == after.time && before.executor == after.executor
      #expect(!isSame || after.candidates > 1)
    }
  }

  @Test(arguments: ExampleRun.random)
  func `every participant has a row`(run: ExampleRun) {
    #expect(run.timeline.rows.map(\.participant) == run.record.participants)
  }

  @Test(arguments: ExampleRun.random)
  func `changes of a row are in order and never repeat a state`(run: ExampleRun) {
    for row in run.timeline.rows {
      for (before, after) in zip(row.changes, row.changes.dropFirst()) {
        #expect(before.moment < after.moment)
        #expect(before.state != after.state)
      }
    }
  }

  /// Computes the final state of each row directly from the recorded steps, without the moments
  /// that the timeline uses.
  @Test(arguments: ExampleRun.random)
  func `the final state of a row matches its last steps`(run: ExampleRun) {
    for row in run.timeline.rows {
      let id = row.participant.id
      var isReady = false
      var isFinished = false
      var since: Duration?
      for step in run.record.steps {
        let jobs = step.candidates.count { $0 == id }
        if jobs > 0 { (isReady, isFinished, since) = (true, false, nil) }
        if step.participant == id {
          let isIdle = row.participant.kind == .actor && step.ending != .runnable
          isReady = jobs > 1 || step.ending == .runnable
          isFinished = !isReady && !isIdle && step.ending == .finished
          since = !isReady && !isIdle && step.ending == .suspended ? step.time : nil
        }
        if step.woke.contains(id) { (isReady, isFinished, since) = (true, false, nil) }
      }

      #expect(row.end.isReady == isReady)
      #expect((row.end == .finished) == isFinished)
      #expect(
        row.end == since.map { .suspended(since: $0) } || !row.end.isSuspended && since == nil
      )
    }
  }
}
