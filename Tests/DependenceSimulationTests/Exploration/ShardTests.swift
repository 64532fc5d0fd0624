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
  ])
  func `an invalid shard description is rejected`(text: String) {
    #expect(Shard(text) == nil)
  }

  private static let programs: [ToyProgram] =
    [.lostUpdate, .stampede, .singleFlight, .embrace, .lostWakeUp]
    + (0..<UInt64(Effort.times(4, thorough: 20, nightly: 100))).flatMap {
      [
        ToyProgram.random(seed: $0, sharing: .actors),
        ToyProgram.random(seed: $0, sharing: .actorsAndEventsWithDecisions),
      ]
    }

  /// Returns all runs of one shard.
  private func runs(
    of program: ToyProgram,
    _ shard: Shard,
    pruning: Exploration.Pruning = .none
  ) -> (search: ShardedSearch, runs: [ToyRun]) {
    var search = ShardedSearch(pruning: pruning, of: shard)
    var runs: [ToyRun] = []
    var owned = 0
    while let ticket = search.next() {
      let run = program.run(ticket.schedule)
      search.finish(ticket, with: run.record)
      if search.runs > owned { runs.append(run) }
      owned = search.runs
    }
    return (search, runs)
  }

  @Test(arguments: programs, [2, 3, 8])
  func `shards of a choice tree cover it without overlap`(program: ToyProgram, count: Int) throws {
    let whole = ToyExploration(program, limit: 3_000)
    guard whole.search.isComplete else { return }

    var schedules: [[Int]] = []
    for number in 1...count {
      let part = runs(of: program, try #require(Shard("\(number)/\(count)")))
      #expect(part.search.isComplete)
      schedules += part.runs.map(\.record.choices)
    }

    #expect(schedules.count == Set(schedules).count)
    #expect(Set(schedules) == whole.schedules)
  }

  @Test(arguments: programs)
  func `shards of a pruned search together find all outcomes`(program: ToyProgram) throws {
    let whole = ToyExploration(program, pruning: .independentTasks, limit: 3_000)
    guard whole.search.isComplete else { return }

    var outcomes: Set<ToyExploration.Outcome> = []
    for number in 1...3 {
      let shard = try #require(Shard("\(number)/3"))
      for run in runs(of: program, shard, pruning: .independentTasks).runs {
        outcomes.insert(ToyExploration.Outcome(state: run.state, ending: run.record.ending))
      }
    }

    #expect(outcomes.isSuperset(of: whole.outcomes))
  }

  private actor Counter {
    private(set) var order: [Int] = []

    func add(_ number: Int) { order.append(number) }
  }

  /// Returns the number of runs of one shard, and the number of runs that only collect subtrees.
  private func runs(
    _ shard: Shard,
    of body: @escaping Body<Void>
  ) async throws -> (searched: Int, followed: Int) {
    var search = ShardedSearch(pruning: .independentTasks, of: shard)
    var count = 0
    while let ticket = search.next() {
      let outcome = await SimulatedRun(ticket.schedule, SimulationOptions())(body)
      search.finish(ticket, with: outcome.record)
      count += 1
    }
    #expect(search.isComplete)
    return (search.runs, count - search.runs)
  }

  // One search has 90 runs. If shards did not exclude the schedules that earlier shards explore,
  // all shards together would have 3,031 runs.
  @Test(arguments: [2, 4])
  func `shards repeat little of each other's work`(count: Int) async throws {
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

    var parts = (searched: 0, followed: 0)
    for number in 1...count {
      let part = try await runs(try #require(Shard("\(number)/\(count)")), of: body)
      parts.searched += part.searched
      parts.followed += part.followed
    }

    #expect(parts.searched <= 6 * whole.searched)
    #expect(parts.followed <= 60 * count)
  }

  @Test func `each shard has its own limit and is incomplete beyond it`() throws {
    var search = ShardedSearch(limit: 2, of: try #require(Shard("1/2")))
    while let ticket = search.next() {
      search.finish(ticket, with: ToyProgram.stampede.run(ticket.schedule).record)
    }

    #expect(search.isFinished)
    #expect(!search.isComplete)
    #expect(search.runs == 2)
  }

  /// Returns the prefixes that are followed before a shard is known, and the prefix with which its
  /// search begins.
  ///
  /// - Parameter record: Returns the run that begins with the given choices.
  private func expand(
    _ shard: Shard,
    _ record: ([Int]) -> RunRecord
  ) -> (expanded: [[Int]], first: [Int]?) {
    var search = ShardedSearch(of: shard)
    var expanded: [[Int]] = []
    while let ticket = search.next() {
      #expect(search.runs > 0 || ticket.id == 0)
      search.finish(ticket, with: record(ticket.choices))
      if search.runs > 0 { return (expanded, ticket.choices) }
      expanded.append(ticket.choices)
    }
    return (expanded, nil)
  }

  /// A run of the given choices between two candidates.
  private func run(_ choices: [Int]) -> RunRecord {
    var record = RunRecord()
    record.steps = choices.map { Step(participant: $0, candidates: [0, 1], choice: $0) }
    return record
  }

  @Test func `a shard is assigned when there are eight subtrees per shard`() throws {
    let one = [[0], [1]]
    let two = one.flatMap { [$0 + [0], $0 + [1]] }
    let three = two.flatMap { [$0 + [0], $0 + [1]] }

    for (number, first) in [(1, [0, 0, 0, 0]), (2, [0, 0, 0, 1])] {
      let part = expand(try #require(Shard("\(number)/2"))) { prefix in
        run(prefix + Array(repeating: 0, count: 6 - prefix.count))
      }

      #expect(part.expanded == [[]] + one + two + three)
      #expect(part.first == first)
    }
  }

  @Test func `subtrees are collected down to a depth of 24 choices`() throws {
    // A run ends with its first choice of 0.
    let part = expand(try #require(Shard("1/8"))) { prefix in
      run(prefix.last == 0 ? prefix : prefix + [0])
    }

    let expected = (1...23).flatMap { length in
      let ones = Array(repeating: 1, count: length - 1)
      return [ones + [0], ones + [1]]
    }
    #expect(part.expanded == [[]] + expected)
    #expect(part.first == [0])
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
      #expect(part.contains(", in part \(number)/3: no failure in "), "\(part)")
      all.append(try #require(part.output.firstMatch(of: /PART (\d+)/)?.output.1, "\(part)"))
    }

    let whole = try await run(probe, shard: "1/1")
    #expect(whole.output.contains(/explored \S+: no failure in/), "\(whole)")
    let expected = try #require(whole.output.firstMatch(of: /PART (\d+)/)?.output.1, "\(whole)")
    #expect(all.compactMap { Int($0) }.reduce(0, +) == Int(expected))
  }

  @Test(arguments: ["2", "3/2"])
  func `an invalid shard is reported once and nothing runs`(shard: String) async throws {
    let transcript = try await run("seeds", shard: shard)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(
      transcript.contains("DEPENDENCE_SHARD is \"\(shard)\", which is not a part of a search"),
      "\(transcript)"
    )
    #expect(transcript.contains("PART 0"), "\(transcript)")
  }
}

/// Run by the tests above in separate processes.
@Suite(.enabled(if: System.environmentVariable("DEPENDENCE_SHARDED") != nil))
struct ShardProbes {
  @Test func seeds() async throws {
    let result = try await explore(schedules: 100) { _ in _ = await Race.all[0].fixed() }
    print("PART \(result.schedules)")
  }

  @Test func schedules() async throws {
    let search = Exploration.exhaustive(limit: 10_000, pruning: .none)
    let result = try await explore(search, .uninterruptedSteps) { _ in
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
