@testable import DependenceSimulation
import Dependence
import DependenceTesting
import Foundation
import Subprocesses
import TestEffort
import Testing

struct MemoryTests {
  @Test func `memory does not grow with the number of simulations`() async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "ManySimulations"],
      environment: [
        "DEPENDENCE_MANY_SIMULATIONS":
          "\(Effort.times(2_000, thorough: 10_000, nightly: 1_000_000))"
      ]
    )

    #expect(transcript.ending == .exit(0), "\(transcript)")
  }

  @Test func `a simulation is deallocated after it ends`() async throws {
    let cores = Lock<[WeakCore]>([])

    for seed in 0..<20 as Range<UInt64> {
      try await simulate(seed: seed, .mainActor(.virtual), .leftoverTasks) { simulation in
        cores.withLock { $0.append(WeakCore(simulation.core)) }
        _ = Task { try await Task.sleep(for: .seconds(1)) }
        let workload = Workload()
        _ = try await workload(simulation)
      }
    }

    #expect(cores.withLock(\.self).count { $0.core != nil } == 0)
  }

  @Test func `objects of a crashed operation are deallocated after the run`() async throws {
    let rooms = Lock<[WeakRoom]>([])
    let crashes = Lock(0)

    for seed in 0..<40 as Range<UInt64> {
      try await simulate(seed: seed) { _ in
        let isComplete: Bool? = await Simulation.crashingAnywhere {
          let room = Room()
          rooms.withLock { $0.append(WeakRoom(room)) }
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { await room.enter(visitors: 1) } }
          }
          await room.enter(visitors: 1)
          return true
        }
        if isComplete == nil { crashes.withLock { $0 += 1 } }
      }
    }

    #expect(crashes.withLock(\.self) > 5)
    #expect(rooms.withLock(\.self).count { $0.room != nil } == 0)
  }

  @Test func `ended tasks are removed from the roster`() async throws {
    try await simulate(seed: 1) { simulation in
      for _ in 0..<100 {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<100 { group.addTask { await Task {}.value } }
        }
      }

      #expect(simulation.core.state.withLock { $0.scheduler.roster.taskCount } < 200)
    }
  }

  @Test func `tasks that ended on an actor are removed from the roster`() async throws {
    try await simulate(seed: 1) { simulation in
      let room = Room()
      for _ in 0..<1_000 { await room.enter(visitors: 10) }

      #expect(simulation.core.state.withLock { $0.scheduler.roster.taskCount } < 200)
    }
  }

  @Test func `the result of an immediate task is deallocated`() async throws {
    try await simulate(seed: 1) { _ in
      var room = WeakRoom(nil)
      do {
        let task = Task.immediate { Room() }
        room = WeakRoom(await task.value)
      }
      await Task.yield()

      #expect(room.room == nil)
    }
  }

  @Test func `a simulation can run tens of thousands of tasks`() async throws {
    let rounds = Effort.times(10, thorough: 100, nightly: 100)
    let sum = try await simulate(seed: 1, .stepLimit(10_000_000)) { _ in
      var sum = 0
      for _ in 0..<rounds {
        let tasks = (0..<1_000).map { number in Task { number } }
        for task in tasks { sum += await task.value }
      }
      return sum
    }

    #expect(sum == rounds * 999 * 500)
  }

  @Test func `the number of recorded candidates is limited`() async throws {
    let outcome = await SimulatedRun(.random(seed: 1), SimulationOptions()) { _ in
      let tasks = (0..<3_000).map { number in Task { number } }
      for task in tasks { _ = await task.value }
    }

    let record = outcome.record
    #expect(record.steps.count { $0.candidates.count > 1_000 } > 100)
    #expect(record.steps.reduce(0) { $0 + $1.candidates.count } <= RunLog.candidateLimit)
    #expect(outcome.steps > record.steps.count)
  }

  private struct WeakRoom: Sendable {
    weak let room: Room?

    init(_ room: Room?) { self.room = room }
  }

  private struct WeakCore: Sendable {
    weak let core: SimulationCore?

    init(_ core: SimulationCore) { self.core = core }
  }

  private actor Room {
    private var visits = 0

    func enter(visitors: Int) async {
      let tasks = (0..<visitors).map { _ in Task { visits += 1 } }
      for task in tasks { await task.value }
    }
  }
}

/// Simulations that a test above runs in a separate process, where it measures their memory.
@Suite(.enabled(if: System.environmentVariable("DEPENDENCE_MANY_SIMULATIONS") != nil))
struct ManySimulations {
  @Test func areRun() async throws {
    let count = try #require(
      System.environmentVariable("DEPENDENCE_MANY_SIMULATIONS").flatMap(Int.init)
    )
    try await run(1_000)
    let before = try residentBytes()

    try await run(count)

    // These limits are lower than the memory of a leak of two kilobytes per simulation, which would
    // be 4 MB, and 20 MB in a thorough run.
    #expect(try residentBytes() - before < (count < 10_000 ? 3 << 20 : 8 << 20))
  }

  private func run(_ count: Int) async throws {
    for number in 0..<count {
      try await simulate(seed: UInt64(number), .leftoverTasks) { _ in
        let room = Room()
        _ = Task { try await Task.sleep(for: .seconds(9)) }
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask { await room.enter() } }
        }
        await Task { try? await Task.sleep(for: .seconds(1)) }.value
        let durable = Durable(0)
        await Simulation.crashingAnywhere {
          await durable.write(1)
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 { group.addTask { await room.enter() } }
          }
        }
      }
      // The memory of these tokens must also be freed. The token of a long schedule takes four
      // kilobytes.
      let token = TrapToken(.choices([]))
      for _ in 0..<100 { token.add(.max) }
    }
  }

  private actor Room {
    private var visits = 0

    func enter() { visits += 1 }
  }

  private func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let pages = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
