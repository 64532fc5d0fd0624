@testable import DependenceSimulation
import Testing

struct ToyMachineTests {
  @Test func `a toy run records its steps, candidates and wake-ups`() {
    let run = ToyProgram(tasks: [[.wait(0)], [.happen(0), .call(actor: 0, 7)]]).run(.fifo)

    #expect(run.record.steps.map(\.participant) == [0, 1, 0, 2, 1])
    #expect(run.record.steps.map(\.candidates) == [[0, 1], [1], [0, 2], [2], [1]])
    #expect(run.record.steps.map(\.woke) == [[], [0, 2], [], [1], []])
    #expect(
      run.record.steps.map(\.ending) == [.suspended, .suspended, .finished, .suspended, .finished]
    )
    #expect(run.record.participants.map(\.kind) == [.task, .task, .actor])
    #expect(run.record.ending == .returned)
    #expect(run.state.logs == [0: [[7]]])
  }

  @Test func `a call to a runnable actor wakes nothing`() {
    let run = ToyProgram(tasks: [[.call(actor: 0, 1)], [.call(actor: 0, 2)]]).run(.fifo)

    #expect(run.record.steps.map(\.woke) == [[2], [], [0, 1], [], []])
    #expect(run.state.logs == [0: [[1, 2]]])
  }

  @Test func `time advances when no task can run`() {
    let run = ToyProgram(tasks: [[.sleep(2)], [.sleep(1), .main(3)]]).run(.fifo)

    #expect(run.record.steps.map(\.participant) == [0, 1, 1, 1, 0])
    #expect(run.record.steps.map(\.time) == [0, 0, 1, 1, 2].map { .seconds($0) })
    #expect(run.record.steps.map(\.executor) == [.pool, .pool, .pool, .mainActor, .pool])
    #expect(run.record.end == .seconds(2))
    #expect(run.state.mainLog == [3])
  }

  @Test func `a toy run can end early, deadlock or reach its step limit`() {
    let early = ToyProgram(tasks: [[], [.yield]], endsWithFirst: true).run(.fifo)
    let never = ToyProgram(tasks: [[.wait(0)]]).run(.fifo)
    let long = ToyProgram(tasks: [[.yield, .yield]]).run(.fifo, stepLimit: 2)

    #expect(early.record.ending == .returned)
    #expect(early.state.progress == [0, 0])
    #expect(never.record.ending == .deadlock)
    #expect(long.record.ending == .livelock)
  }
}
