@testable import DependenceSimulation
import Testing

struct ExhaustiveSearchTests {
  // There are (n·k)! / (k!)ⁿ schedules of n tasks with k steps.
  @Test(arguments: [(1, 5, 1), (2, 1, 2), (2, 3, 20), (3, 2, 90), (4, 1, 24), (3, 3, 1_680)])
  func `every schedule is explored once`(tasks: Int, steps: Int, count: Int) {
    let exploration = ToyExploration(.independent(tasks: tasks, steps: steps))

    #expect(exploration.search.explored == count)
    #expect(exploration.search.runs == count)
    #expect(exploration.schedules.count == count)
    #expect(exploration.search.isComplete)
  }

  @Test(arguments: [ToyProgram.stampede, .lostWakeUp, .independent(tasks: 3, steps: 3)])
  func `a search explores all schedules in lexicographic order`(program: ToyProgram) {
    let schedules = ToyExploration(program).runs.map(\.record.choices)

    let sorted = schedules.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(schedules == sorted)
  }

  @Test func `jobs of the same participant are different choices`() {
    let program = ToyProgram(tasks: [[.post(actor: 0, 1), .post(actor: 0, 2), .post(actor: 0, 3)]])

    let exploration = ToyExploration(program)

    #expect(exploration.search.explored == 6)
    #expect(Set(exploration.runs.map { $0.state.logs[0] }).count == 6)
  }

  @Test func `an exhaustive search finds every failing schedule`() {
    let lost = ToyExploration(.lostUpdate).runs.count { $0.state.variables[0] == 1 }
    let stampedes = ToyExploration(.stampede).runs.count { $0.state.variables[1] != 1 }
    let rare = ToyExploration(.rareOrder).runs.count { $0.state.variables[0] == 5 }
    let asleep = ToyExploration(.lostWakeUp).runs.count { $0.record.ending == .deadlock }
    let embraced = ToyExploration(.embrace).runs.count { $0.record.ending == .deadlock }

    #expect([lost, stampedes, rare, asleep, embraced] == [4, 60, 10, 1, 2])
  }

  @Test func `an exhaustive search of correct programs finds no failure`() {
    let updates = ToyExploration(.keptUpdate)
    let flights = ToyExploration(.singleFlight)
    let wakeUps = ToyExploration(.keptWakeUp)

    #expect(updates.search.isComplete)
    #expect(updates.runs.allSatisfy { $0.state.variables[0] == 2 })
    #expect(flights.search.isComplete)
    #expect(flights.runs.allSatisfy { $0.state.variables[1] == 1 })
    #expect(wakeUps.search.isComplete)
    #expect(wakeUps.runs.allSatisfy { $0.record.ending == .returned })
  }

  @Test func `no other schedule is available until the first run is finished`() throws {
    var search = ExhaustiveSearch()
    let next = search.next()
    let ticket = try #require(next)

    #expect(ticket.choices == [])
    #expect(search.next() == nil)

    search.finish(ticket, with: RunRecord((0, [0, 1]), (1, [1])))

    #expect(search.next()?.choices == [1])
  }

  @Test func `the search continues with the deepest choices`() throws {
    var search = ExhaustiveSearch()
    let records = [
      RunRecord((0, [0, 1]), (0, [0, 1, 2]), (0, [0])),
      RunRecord((0, [0, 1]), (1, [0, 1, 2]), (0, [0, 1]), (0, [0])),
      RunRecord((0, [0, 1]), (1, [0, 1, 2]), (1, [0, 1]), (0, [0])),
      RunRecord((0, [0, 1]), (2, [0, 1, 2]), (0, [0])),
      RunRecord((1, [0, 1]), (0, [0])),
    ]

    var choices: [[Int]] = []
    for record in records {
      let next = search.next()
      let ticket = try #require(next)
      choices.append(ticket.choices)
      search.finish(ticket, with: record)
    }

    #expect(choices == [[], [0, 1], [0, 1, 1], [0, 2], [1]])
    #expect(search.isComplete)
  }

  @Test(arguments: [Exploration.Pruning.none, .hops])
  func `a search has one run in progress at a time`(pruning: Exploration.Pruning) throws {
    var search = ExhaustiveSearch(pruning: pruning)
    var next = search.next()
    search.finish(
      try #require(next),
      with: RunRecord((0, [0, 1, 2]), (1, [1, 2]), (2, [2]), (0, [0]))
    )
    next = search.next()
    #expect(next != nil)

    next = search.next()

    #expect(next == nil)
  }

  @Test func `finishing a ticket twice counts one run`() throws {
    var search = ExhaustiveSearch()
    let next = search.next()
    let ticket = try #require(next)

    search.finish(ticket, with: RunRecord((0, [0])))
    search.finish(ticket, with: RunRecord((0, [0, 1]), (1, [1])))

    #expect(search.explored == 1)
    #expect(search.isComplete)
  }

  @Test func `a run without steps completes the search`() {
    for pruning in [Exploration.Pruning.none, .independentTasks] {
      let exploration = ToyExploration(ToyProgram(tasks: []), pruning: pruning)

      #expect(exploration.search.isComplete)
      #expect(exploration.search.explored == 1)
    }
  }

  @Test(arguments: [Exploration.Pruning.none, .hops])
  func `a search that reaches its limit is not complete`(pruning: Exploration.Pruning) {
    let exploration = ToyExploration(.stampede, pruning: pruning, limit: 10)

    #expect(exploration.search.runs == 10)
    #expect(!exploration.search.isComplete)
  }

  @Test func `a search that finishes exactly at its limit is complete`() {
    #expect(ToyExploration(.independent(tasks: 2, steps: 1), limit: 2).search.isComplete)
  }

  @Test(arguments: [Exploration.Pruning.none, .independentTasks])
  func `a truncated or endless run leaves the search incomplete`(
    pruning: Exploration.Pruning
  ) throws {
    var truncated = RunRecord((0, [0]))
    truncated.isTruncated = true
    var livelock = RunRecord((0, [0]))
    livelock.ending = .livelock

    var cut = RunRecord((0, [0]))
    cut.hasReachedStepLimit = true

    var preempted = RunRecord((0, [0]))
    preempted.hasSkippedPoints = true

    for record in [truncated, livelock, cut, preempted] {
      var search = ExhaustiveSearch(pruning: pruning)
      let next = search.next()
      search.finish(try #require(next), with: record)

      #expect(search.next() == nil)
      #expect(!search.isComplete)
    }
  }

  @Test func `a task that never lets a sleeping task run ends the search`() throws {
    var search = ExhaustiveSearch(pruning: .independentTasks)
    var record = RunRecord((0, [0, 1]))
    record.hasAbandonedSleepSet = true
    let next = search.next()
    search.finish(try #require(next), with: record)

    #expect(search.next() == nil)
    #expect(!search.isComplete)
  }

  @Test func `a search with a limit of zero finishes immediately`() {
    let exploration = ToyExploration(.stampede, limit: 0)

    #expect(!exploration.search.isComplete)
  }

  @Test func `the search keeps at most one path in memory`() {
    let exploration = ToyExploration(.independent(tasks: 3, steps: 3))

    #expect((1...8).contains(exploration.memory))
    #expect(exploration.search.memory == 0)
  }

  @Test func `a search handles long runs`() {
    let exploration = ToyExploration(.independent(tasks: 2, steps: 5_000), limit: 3)

    #expect(exploration.search.explored == 3)
    #expect(exploration.schedules.count == 3)
  }
}
