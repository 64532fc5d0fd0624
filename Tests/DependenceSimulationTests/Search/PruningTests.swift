@testable import DependenceSimulation
import TestEffort
import Testing

struct PruningTests {
  private func pruned(_ program: ToyProgram) -> ToyExploration {
    ToyExploration(program, pruning: .independentTasks)
  }

  @Test(arguments: [(1, 3), (2, 1), (2, 4), (3, 3), (4, 3), (5, 2)])
  func `independent tasks have one schedule`(tasks: Int, steps: Int) {
    let exploration = pruned(.independent(tasks: tasks, steps: steps))

    #expect(exploration.search.explored == 1)
    #expect(exploration.search.isComplete)
    // The search detects only while it runs a schedule that the schedule is equivalent to an
    // earlier one. Without pruning, the largest of these programs has 369,600 schedules.
    #expect(exploration.search.runs <= tasks)
  }

  // There are (n·k)! / (k!)ⁿ orders of n tasks that each act k times on the main actor, regardless
  // of the other tasks.
  @Test(arguments: [(2, 1, 2), (3, 1, 6), (2, 2, 6)], [0, 2])
  func `only the order of accesses to a shared actor matters`(
    shape: (tasks: Int, times: Int, orders: Int),
    others: Int
  ) {
    let (tasks, times, orders) = shape
    let program = ToyProgram(
      tasks: (0..<tasks).map { task in (0..<times).map { .main(10 * task + $0) } }
        + Array(repeating: [.yield], count: others)
    )

    let exploration = pruned(program)

    #expect(exploration.search.explored == orders)
    #expect(Set(exploration.runs.map(\.state.mainLog)).count == orders)
  }

  /// Returns programs with at most 300 schedules, and all their runs. Larger programs would take
  /// minutes without testing anything new.
  private func smallPrograms(
    _ count: Int,
    sharing: ToyProgram.Sharing
  ) -> some Sequence<(program: ToyProgram, all: ToyExploration)> {
    (UInt64(0)...).lazy
      .map { ToyProgram.random(seed: $0, sharing: sharing) }
      .map { (program: $0, all: ToyExploration($0, limit: 300)) }
      .filter(\.all.search.isComplete)
      .prefix(count)
  }

  @Test(arguments: [
    ToyProgram.Sharing.actors, .actorsAndEvents, .actorsAndEventsWithDecisions,
  ])
  func `a pruned search reaches every outcome of a program`(sharing: ToyProgram.Sharing) {
    let count = Effort.times(60, thorough: 200, nightly: 4_000)
    for (program, all) in smallPrograms(count, sharing: sharing) {
      let some = pruned(program)

      #expect(some.outcomes == all.outcomes, "\(program)")
      #expect(some.schedules.count == some.search.runs, "\(program)")
      #expect(some.schedules.isSubset(of: all.schedules), "\(program)")
      #expect(some.search.isComplete && some.search.memory == 0, "\(program)")
    }
  }

  @Test(arguments: [ToyProgram.Sharing.actors, .actorsAndEvents])
  func `a pruned search needs fewer runs than a complete one`(sharing: ToyProgram.Sharing) {
    var runs = (pruned: 0, complete: 0)
    for (program, all) in smallPrograms(40, sharing: sharing) {
      runs.pruned += pruned(program).search.runs
      runs.complete += all.search.runs
    }

    #expect(3 * runs.pruned < 2 * runs.complete)
  }

  @Test(arguments: [
    ToyProgram.lostUpdate, .keptUpdate, .stampede, .singleFlight, .rareOrder,
  ])
  func `a pruned search ignores variables`(program: ToyProgram) {
    #expect(pruned(program).search.explored == 1)
  }

  @Test func `the order of calls to an actor matters even if only one of them wakes it`() {
    let program = ToyProgram(tasks: (0..<3).map { [.call(actor: 0, $0)] })

    let all = ToyExploration(program)

    #expect(pruned(program).outcomes == all.outcomes)
    #expect(Set(all.runs.map { $0.state.logs[0]!.flatMap(\.self) }).count == 6)
  }

  // If the step decides not to use the actor, it is independent of the other steps.
  @Test func `a step that may use an actor is tried before and after other uses`() {
    let program = ToyProgram(
      tasks: [
        [.post(actor: 0, 0), .spawn(1), .spawn(2)],
        [.choose(below: 2), .only(if: 1, next: 1), .call(actor: 0, 1)],
        [.call(actor: 0, 2)],
      ],
      started: 1
    )

    #expect(pruned(program).outcomes == ToyExploration(program).outcomes)
  }

  @Test func `independent tasks created by other tasks have one schedule`() {
    let program = ToyProgram(tasks: [[.spawn(2)], [.spawn(3)], [.yield], [.yield]], started: 2)

    #expect(pruned(program).search.explored == 1)
  }

  @Test func `the progress of other tasks when the run ends matters`() {
    for first in [[], [ToyProgram.Operation.yield]] {
      let program = ToyProgram(tasks: [first, [.yield], [.yield]], endsWithFirst: true)

      #expect(pruned(program).outcomes == ToyExploration(program).outcomes)
    }
  }

  // If an event has already happened, a task that waits for it continues immediately. The record of
  // the wait then does not show that it depends on the event. Only the later steps of the task show
  // this.
  @Test(arguments: [
    ToyProgram(
      tasks: [[.happen(0), .main(1)], [.wait(0), .yield, .wait(1)], [.happen(1)]],
      endsWithFirst: true
    ),
    ToyProgram(
      tasks: [[.happen(1), .main(1)], [.wait(1), .post(actor: 1, 11)]],
      endsWithFirst: true
    ),
    ToyProgram(
      tasks: [
        [.spawn(2), .yield], [.happen(0), .yield], [.wait(0), .happen(1), .post(actor: 0, 22)],
      ],
      started: 2,
      endsWithFirst: true
    ),
  ])
  func `a wait for an event that already happened depends on the event`(program: ToyProgram) {
    #expect(pruned(program).outcomes == ToyExploration(program).outcomes)
  }

  @Test func `a participant with two runnable jobs does not sleep`() throws {
    var search = ExhaustiveSearch(pruning: .independentTasks)
    var next = search.next()
    search.finish(try #require(next), with: RunRecord((1, [1, 2]), (2, [2])))
    next = search.next()

    search.finish(try #require(next), with: RunRecord((2, [1, 2]), (1, [1, 1]), (1, [1])))

    #expect(search.explored == 2)
    next = search.next()
    #expect(next?.choices == [1, 1])
  }

  @Test func `jobs of the same participant are different choices`() {
    let program = ToyProgram(tasks: [[.post(actor: 0, 1), .post(actor: 0, 2), .post(actor: 0, 3)]])

    #expect(pruned(program).search.explored == 6)
  }

  // This is a documented limitation of pruning.
  @Test func `a pruned search does not see state shared without an actor`() {
    let exploration = pruned(.lostUpdate)

    #expect(exploration.search.explored == 1)
  }
}
