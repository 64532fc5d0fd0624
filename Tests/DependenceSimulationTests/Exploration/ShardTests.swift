@testable import DependenceSimulation
import Dependence
import DependenceTesting
import Subprocesses
import TestEffort
import TestKeys
import Testing

struct ShardTests {
  @Test(arguments: [0, 1, 5, 8, 9, 100, 1_001], [1, 2, 3, 8])
  func `shards cover a range of seeds without overlap`(total: Int, count: Int) throws {
    let parts = try (1...count).map { try #require(Shard("\($0)/\(count)")).range(of: total) }

    #expect(parts.flatMap(\.self) == Array(0..<total))
    #expect(parts.map(\.count).max()! - parts.map(\.count).min()! <= 1)
  }

  @Test(arguments: [
    "", "2", "0/8", "9/8", "2/0", "-1/8", "+1/8", "1/8/1", " 1/8", "a/b", "1/99999999999999999999",
    "1/9223372036854775807", "1/2147483648",
  ])
  func `an invalid shard description is rejected`(text: String) {
    #expect(Shard(text) == nil)
  }

  private static let programs: [ToyProgram] =
    [.lostUpdate, .stampede, .singleFlight, .embrace, .lostWakeUp, .decidedRace]
    + (0..<UInt64(Effort.times(4, thorough: 20, nightly: 100))).flatMap {
      [
        ToyProgram.random(seed: $0, sharing: .actors),
        ToyProgram.random(seed: $0, sharing: .actorsAndEventsWithDecisions),
        ToyProgram.random(seed: $0, sharing: .actorsAndStreamWithDecisions),
      ]
    }

  /// Returns the search of one shard, all its runs, and the runs that count in this shard. Some
  /// runs happen in every shard, and count only in the first shard.
  private func runs(
    of program: ToyProgram,
    _ shard: Shard,
    pruning: Exploration.Pruning = .none
  ) -> (search: ExhaustiveSearch, all: [ToyRun], own: [ToyRun]) {
    var search = ExhaustiveSearch(pruning: pruning, of: shard)
    var (all, own): ([ToyRun], [ToyRun]) = ([], [])
    while let ticket = search.next() {
      let run = program.run(ticket.schedule)
      search.finish(ticket, with: run.record)
      all.append(run)
      if search.runs > own.count { own.append(run) }
    }
    return (search, all, own)
  }

  @Test(arguments: programs, [2, 3, 8])
  func `shards of a choice tree cover it without overlap`(program: ToyProgram, count: Int) {
    let whole = ToyExploration(program, limit: 3_000)
    guard whole.search.isComplete else { return }

    var schedules: [[Int]] = []
    for number in 1...count {
      let part = runs(of: program, Shard(number: number, count: count))
      #expect(part.search.isComplete)
      schedules += part.own.map(\.record.choices)
    }

    #expect(schedules.count == Set(schedules).count)
    #expect(Set(schedules) == whole.schedules)
  }

  @Test(arguments: programs, [2, 3, 8])
  func `shards of a pruned search together find all outcomes`(
    program: ToyProgram,
    count: Int
  ) {
    let whole = ToyExploration(program, pruning: .independentTasks, limit: 3_000)
    guard whole.search.isComplete else { return }

    var outcomes: Set<ToyExploration.Outcome> = []
    for number in 1...count {
      let shard = Shard(number: number, count: count)
      for run in runs(of: program, shard, pruning: .independentTasks).own {
        outcomes.insert(ToyExploration.Outcome(state: run.state, ending: run.record.ending))
      }
    }

    #expect(outcomes.isSuperset(of: whole.outcomes))
  }

  // Together, two processes usually need a fifth more runs than one process, and eight processes
  // need a third more. The worst of 400 random searches needed 2.2 times as many runs.
  @Test(arguments: [2, 4, 8])
  func `shards repeat little of each other's work`(count: Int) {
    var work = (together: 0, alone: 0)
    for seed in 0..<UInt64(Effort.times(10, thorough: 100, nightly: 400)) {
      for sharing in [ToyProgram.Sharing.actors, .actorsAndEventsWithDecisions] {
        let program = ToyProgram.random(seed: seed, sharing: sharing)
        let whole = ToyExploration(program, pruning: .independentTasks, limit: 3_000)
        guard whole.search.isComplete, whole.search.runs >= 30 * count else { continue }
        var together = 0
        for number in 1...count {
          let shard = Shard(number: number, count: count)
          let part = runs(of: program, shard, pruning: .independentTasks)
          #expect(part.search.isComplete && part.search.memory == 0, "\(program)")
          together += part.all.count
        }
        #expect(2 * together < 5 * whole.search.runs, "\(program)")
        work.together += together
        work.alone += whole.search.runs
      }
    }

    #expect(work.alone > 0)
    #expect(work.together < 2 * work.alone)
  }

  private actor Counter {
    private(set) var order: [Int] = []

    func add(_ number: Int) { order.append(number) }
  }

  /// Returns the number of all runs of one shard, and of those that count in this shard.
  private func runs(
    _ shard: Shard,
    of body: @escaping Body<Void>
  ) async throws -> (all: Int, own: Int) {
    var search = ExhaustiveSearch(pruning: .independentTasks, of: shard)
    var all = 0
    while let ticket = search.next() {
      let outcome = await SimulatedRun(ticket.schedule, SimulationOptions())(body)
      search.finish(ticket, with: outcome.record)
      all += 1
    }
    #expect(search.isComplete)
    return (all, search.runs)
  }

  @Test(arguments: [2, 4])
  func `shards divide the work of a simulation`(count: Int) async throws {
    let body: Body<Void> = { _ in
      let counter = Counter()
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<3 {
          group.addTask {
            await counter.add(task)
            await Task.yield()
            await counter.add(task)
          }
        }
      }
    }
    let whole = try await runs(.whole, of: body)

    var work = 0
    for number in 1...count {
      let part = try await runs(Shard(number: number, count: count), of: body)
      #expect(part.own < whole.all)
      work += part.all
    }

    #expect(work <= 2 * whole.all)
  }

  @Test(arguments: [Exploration.Pruning.none, .independentTasks])
  func `shards run the same schedules until there are branches for all of them`(
    pruning: Exploration.Pruning
  ) throws {
    let program = ToyProgram(tasks: (0..<4).map { [.call(actor: 0, $0)] })
    let schedules = (1...2).map { number in
      runs(of: program, Shard(number: number, count: 2), pruning: pruning).all.map(\.record.choices)
    }

    let shared = zip(schedules[0], schedules[1]).prefix { $0 == $1 }.count
    let own = schedules.map { $0.dropFirst(shared) }
    #expect((1...8).contains(shared))
    #expect(own.allSatisfy { !$0.isEmpty })
    if pruning == .none { #expect(Set(own[0]).isDisjoint(with: own[1])) }
  }

  @Test func `a search without branches is complete in each shard and counts in the first`() {
    let program = ToyProgram(tasks: [[.yield]])
    for number in 1...2 {
      let part = runs(of: program, Shard(number: number, count: 2))

      #expect(part.search.isComplete)
      #expect([part.search.runs, part.search.explored] == (number == 1 ? [1, 1] : [0, 0]))
    }
  }

  @Test func `each shard has its own limit and is incomplete beyond it`() {
    var search = ExhaustiveSearch(limit: 2, of: Shard(number: 1, count: 2))
    while let ticket = search.next() {
      search.finish(ticket, with: ToyProgram.stampede.run(ticket.schedule).record)
    }

    #expect(!search.isComplete)
    #expect(search.runs == 2)
  }

  @Test func `shards can divide decisions between any number of elements`() {
    var record = RunRecord(participants: [Participant(id: 0, kind: .task)])
    record.steps = [Step(participant: 0, candidates: [0], choice: 0)]
    for name in ["first", "second"] {
      var decision = Step(participant: 0, candidates: [0], choice: 0)
      decision.decision = Decision(name: name, value: "0", count: .max)
      record.steps.append(decision)
    }
    var choices: [[Int]] = []
    for number in 1...2 {
      var search = ExhaustiveSearch(of: Shard(number: number, count: 2))
      if let first = search.next() { search.finish(first, with: record) }
      if case .choices(let next, _)? = search.next()?.schedule.form { choices.append(next) }
    }

    #expect(choices == [[1], [0, 1]])
  }

  // MARK: - The environment

  private func run(_ probe: String, shard: String) async throws -> Transcript {
    try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "ShardProbes/\(probe)"],
      environment: ["DEPENDENCE_SHARDED": "1", "DEPENDENCE_SHARD": shard]
    )
  }

  @Test(arguments: ["seeds", "schedules"])
  func `several processes share one search`(probe: String) async throws {
    var all: [Substring] = []
    for number in 1...3 {
      let part = try await run(probe, shard: "\(number)/3")
      #expect(part.ending == .exit(0), "\(part)")
      #expect(part.contains("in part \(number)/3 of the search: no failure in "), "\(part)")
      all.append(try #require(part.output.firstMatch(of: /PART (\d+)/)?.output.1, "\(part)"))
    }

    let whole = try await run(probe, shard: "1/1")
    #expect(whole.output.contains(/explored \S+: no failure in/), "\(whole)")
    let expected = try #require(whole.output.firstMatch(of: /PART (\d+)/)?.output.1, "\(whole)")
    #expect(all.compactMap { Int($0) }.reduce(0, +) == Int(expected))
  }

  @Test(arguments: 1...3)
  func `each part of a search counts the schedules before its failure`(number: Int) async throws {
    let part = try await run("race", shard: "\(number)/3")

    let match = part.output.firstMatch(of: /Schedule (\d+) of explore failed/)
    let schedule = try #require(match.flatMap { Int($0.output.1) }, "\(part)")
    #expect(schedule > 1, "\(part)")
    let counted = "FOUND in part \(number)/3 of the search: a failure in \(schedule) schedules"
    #expect(part.contains(counted), "\(part)")
  }

  @Test(arguments: ["2", "3/2"])
  func `an invalid shard is reported and nothing runs`(shard: String) async throws {
    let transcript = try await run("seeds", shard: shard)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(
      transcript.contains("DEPENDENCE_SHARD is \"\(shard)\", which is not a part of a search"),
      "\(transcript)"
    )
    #expect(transcript.contains("PART 0"), "\(transcript)")
  }

  @Test func `an invalid shard fails a run whose tests contain no search`() async throws {
    let transcript = try await Subprocess.runSelf(
      [
        "--testing-library", "swift-testing", "--filter",
        "ShardTests/.an invalid shard desc",
      ],
      environment: ["DEPENDENCE_SHARD": "9/8"]
    )

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(
      transcript.contains(#"DEPENDENCE_SHARD is "9/8", which is not a part of a search"#),
      "\(transcript)"
    )
  }
}

/// Searches that the tests above run in several separate processes.
@Suite(.enabled(if: System.environmentVariable("DEPENDENCE_SHARDED") != nil))
struct ShardProbes {
  @Test func seeds() async throws {
    let result = try await explore(schedules: 100) { _ in _ = await Race.all[0].fixed() }
    print("PART \(result.schedules)")
  }

  @Test func race() async throws {
    let result = try await explore(.exhaustive(pruning: .none), .nonpreemptive) { _ in
      let order = Lock<[Int]>([])
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 { group.addTask { order.withLock { $0.append(number) } } }
      }
      // The first schedule passes, because it runs the tasks in the order of their creation.
      #expect(order.withLock(\.self) == [1, 2, 3, 4])
    }
    print("FOUND \(result)")
  }

  @Test func schedules() async throws {
    let search = Exploration.exhaustive(limit: 10_000, pruning: .none)
    let result = try await explore(search, .nonpreemptive) { _ in
      let cache = Shared(0)
      let load: @Sendable () async -> Void = {
        if cache.value > 0 { return }
        await pause()
        cache.change { $0 += 1 }
      }
      await together(load, load, load)
    }
    #expect(result.isComplete)
    print("PART \(result.schedules)")
  }
}
