import Dependence
@testable import DependenceSimulation
import DependenceTesting
import TestEffort
import TestKeys
import Testing

struct CrashingAnywhereTests {
  private actor Journal {
    private(set) var entries: [String] = []

    func add(_ entry: String) { entries.append(entry) }
  }

  /// Returns the values that `body` returns in all runs of an exhaustive search.
  private func outcomes<Value: Hashable & Sendable>(
    _ exploration: Exploration = .exhaustive(limit: 50_000),
    _ time: SimulationOption.Time = .automatic,
    of body: @escaping @Sendable @concurrent () async throws -> Value
  ) async throws -> (values: Set<Value>, result: ExplorationResult) {
    let values = Lock<Set<Value>>([])
    let result = try await explore(exploration, .time(time)) { _ in
      let value = try await body()
      values.withLock { _ = $0.insert(value) }
    }
    return (values.withLock { $0 }, result)
  }

  @Test func `an operation crashes before each of its steps, or not at all`() async throws {
    let (values, result) = try await outcomes {
      let journal = Journal()
      let isComplete = await Simulation.crashingAnywhere {
        await journal.add("first")
        // Without this yield, an optimized build makes both calls in one step of the actor.
        await Task.yield()
        await journal.add("second")
        return true
      }
      let entries = await journal.entries
      return entries + ["\(isComplete as Bool?)"]
    }

    #expect(
      values == [
        ["nil"], ["first", "nil"], ["first", "second", "nil"],
        ["first", "second", "Optional(true)"],
      ]
    )
    #expect(result.isComplete)
  }

  @Test func `after a crash, neither defer blocks nor cancellation handlers run`() async throws {
    let (values, _) = try await outcomes {
      let ran = Lock<[String]>([])
      let isComplete: Bool? = await Simulation.crashingAnywhere {
        defer { ran.withLock { $0.append("defer") } }
        await withTaskCancellationHandler {
          await Task.yield()
        } onCancel: {
          ran.withLock { $0.append("handler") }
        }
        return true
      }
      await Task.yield()
      return ran.withLock { $0 } + ["\(isComplete == true)"]
    }

    #expect(values == [["false"], ["defer", "true"]])
  }

  @Test
  func `a crash stops everything that the operation started, and nothing else`() async throws {
    let (values, result) = try await outcomes {
      let journal = Journal()
      let server = Task { await journal.add("server") }
      let isComplete: Bool? = await Simulation.crashingAnywhere {
        Task.detached { await journal.add("detached") }
        return true
      }
      await server.value
      await Simulation.current!.settle()
      let entries = await journal.entries
      return entries.sorted() + ["\(isComplete == true)"]
    }

    #expect(
      values == [
        ["server", "false"], ["server", "true"], ["detached", "server", "true"],
      ]
    )
    #expect(result.isComplete)
  }

  @Test func `a sleeper stopped by a crash does not advance the time`() async throws {
    let (values, _) = try await outcomes {
      let simulation = Simulation.current!
      let isComplete: Bool? = await Simulation.crashingAnywhere {
        try? await Task.sleep(for: .seconds(100))
        return true
      }
      return isComplete == true ? 100 : simulation.now.components.seconds
    }

    #expect(values == [0, 100])
  }

  @Test func `a crash ends an advance of virtual time that the operation awaits`() async throws {
    let (values, result) = try await outcomes(.exhaustive(limit: 50_000), .anytime) {
      let simulation = try #require(Simulation.current)
      let (hasBegun, log) = (Lock(false), Lock(""))
      await Simulation.crashingAnywhere {
        hasBegun.withLock { $0 = true }
        await simulation.advance(by: .seconds(9))
      }
      let hasCrashed = hasBegun.withLock(\.self) && simulation.now == .zero
      let sleeper = Task {
        try? await Task.sleep(for: .seconds(1))
        log.withLock { $0 += "s" }
      }
      let other = Task { log.withLock { $0 += "o" } }
      await sleeper.value
      await other.value
      return hasCrashed ? log.withLock { $0 } : "no crash during the advance"
    }

    #expect(values == ["no crash during the advance", "os", "so"])
    #expect(result.isComplete)
  }

  @Test func `an actor that a stopped task awaits continues to serve others`() async throws {
    let (values, result) = try await outcomes {
      let journal = Journal()
      await Simulation.crashingAnywhere {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await journal.add("1") }
          group.addTask { await journal.add("2") }
        }
      }
      await journal.add("restarted")
      return await journal.entries
    }

    #expect(values.allSatisfy { $0.last == "restarted" })
    #expect(
      Set(values.map { $0.dropLast() }) == [[], ["1"], ["2"], ["1", "2"], ["2", "1"]]
    )
    #expect(result.isComplete)
  }

  private typealias Operation =
    @Sendable @concurrent (Journal, Durable<Int>, Task<Void, Never>) async -> Void

  /// Operations that use an actor, durable values, streams, sleeps, and a task that no crash stops.
  private static let operations: [Operation] = [
    { journal, durable, _ in
      await durable.write(1)
      await journal.add("\(durable.value)")
    },
    { journal, durable, _ in
      async let write: Void = durable.write(1)
      await journal.add("\(durable.value)")
      await write
    },
    { journal, durable, _ in
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      Task { source.yield(1) }
      for await value in stream.prefix(1) { await durable.write(value) }
    },
    { _, durable, _ in
      try? await Task.sleep(for: .seconds(1))
      await durable.write(1)
    },
    { _, durable, other in
      await other.value
      await durable.write(1)
    },
    { journal, durable, _ in
      await durable.write(1)
      try? await Task.sleep(for: .seconds(1))
      await journal.add("\(durable.value)")
      try? await Task.sleep(for: .seconds(2))
      await durable.write(2)
    },
    { journal, durable, _ in
      let later = Task {
        try? await Task.sleep(for: .seconds(2))
        await durable.write(2)
      }
      try? await Task.sleep(for: .seconds(1))
      await durable.write(1)
      await later.value
    },
  ]

  /// Pairs of the index of an operation and a rule for virtual time. The last two operations have
  /// too many schedules if virtual time can advance at any time.
  private static let tried: [(Int, SimulationOption.Time)] =
    (0..<5).map { ($0, .automatic) } + (3..<7).map { ($0, .whenIdle) }

  // Without pruning, there are too many schedules to try all of them. The outcomes are therefore
  // compared with those of random schedules.
  @Test(arguments: tried)
  func `an exhaustive search finds each outcome that random schedules find`(
    number: Int,
    time: SimulationOption.Time
  ) async throws {
    func outcomes(_ exploration: Exploration) async throws -> Set<[String]> {
      try await self.outcomes(exploration, time) {
        let (journal, durable) = (Journal(), Durable(0))
        let other = Task {
          await Task.yield()
          await journal.add("other")
          guard number > 4 else { return }
          try? await Task.sleep(for: .seconds(1))
          await journal.add("\(durable.value)")
        }
        await Simulation.crashingAnywhere {
          await Self.operations[number](journal, durable, other)
        }
        await other.value
        let entries = await journal.entries
        return entries + ["\(durable.value)"]
      }
      .values
    }

    let all = try await outcomes(.exhaustive(limit: 50_000, pruning: .independentTasks))
    let some = try await outcomes(.random(Effort.times(500, thorough: 2_000, nightly: 50_000)))

    #expect(all.isSuperset(of: some))
    #expect(some.count > 1)
  }

  /// An operation that is in an invalid state between two sleeps.
  private static func visitStates(_ journal: Journal) async {
    await journal.add("first")
    try? await Task.sleep(for: .seconds(1))
    await journal.add("second")
    try? await Task.sleep(for: .seconds(1))
    await journal.add("third")
  }

  @Test(arguments: [.random(200), .exhaustive()] as [Exploration])
  func `an operation crashes between two sleeps even if time waits for ready tasks`(
    exploration: Exploration
  ) async throws {
    let (values, result) = try await outcomes(exploration, .whenIdle) {
      let journal = Journal()
      await Simulation.crashingAnywhere { await Self.visitStates(journal) }
      return await journal.entries
    }

    let all = ["first", "second", "third"]
    #expect(values == Set((0...3).map { Array(all.prefix($0)) }))
    #expect(result.isComplete == (exploration == .exhaustive()))
  }

  @Test(arguments: [.random(200), .exhaustive()] as [Exploration])
  func `an operation crashes between two sleeps that the test ends`(
    exploration: Exploration
  ) async throws {
    let values = Lock<Set<[String]>>([])
    _ = try await explore(exploration, .time(.manual)) { simulation in
      let journal = Journal()
      let operation = Task { await Simulation.crashingAnywhere { await Self.visitStates(journal) } }
      await simulation.advance(by: .seconds(5))
      await operation.value
      let entries = await journal.entries
      values.withLock { _ = $0.insert(entries) }
    }

    let all = ["first", "second", "third"]
    #expect(values.withLock { $0 } == Set((0...3).map { Array(all.prefix($0)) }))
  }

  @Test func `a crash between two sleeps can be replayed`() async throws {
    let reported = try await issues(from: {
      _ = try await explore(.random(1_000), .time(.whenIdle)) { _ in
        let journal = Journal()
        await Simulation.crashingAnywhere { await Self.visitStates(journal) }
        if await journal.entries.count == 2 { reportIssue("found") }
      }
    })
    let text = try #require(reported.first?.message)
    let token = try #require(text.firstMatch(of: /DEPENDENCE_REPLAY=(\S+)/))
    let replayed = try await issues(from: {
      try await simulate(.replay(ReplayToken(String(token.1))), .time(.whenIdle)) { _ in
        let journal = Journal()
        await Simulation.crashingAnywhere { await Self.visitStates(journal) }
        if await journal.entries.count == 2 { reportIssue("found") }
      }
    })

    #expect(replayed.contains { $0.message.contains("found") }, "\(text)")
  }

  private final class Log: Sendable {
    private let count = Lock(0)
    private let (stream, source) = AsyncStream.makeStream(of: Int.self)

    /// Reaches a scheduling point while the lock is held.
    func add() {
      count.withLock {
        $0 += 1
        source.yield($0)
      }
    }
  }

  // A crash waits until the stopped operation has finished its step, and the step waits for a lock
  // that another preempted step holds.
  @Test func `a search is complete if a stopped task waits for a lock`() async throws {
    let (_, result) = try await outcomes {
      let log = Log()
      let server = Task { log.add() }
      await Simulation.crashingAnywhere { log.add() }
      await server.value
      return 0
    }

    #expect(result.isComplete)
  }

  @Test func `a search is complete if the caller of a sleeping operation is cancelled`()
    async throws
  {
    let (_, result) = try await outcomes {
      let caller = Task {
        await Simulation.crashingAnywhere { try? await Task.sleep(for: .seconds(1)) }
      }
      caller.cancel()
      _ = await caller.value
      return 0
    }

    #expect(result.isComplete)
  }

  @Test func `an error of the operation is rethrown`() async throws {
    struct Full: Error {}

    let (values, _) = try await outcomes {
      do {
        let isComplete: Bool? = try await Simulation.crashingAnywhere {
          await Task.yield()
          throw Full()
        }
        return "\(isComplete as Bool?)"
      } catch {
        return "\(type(of: error))"
      }
    }

    #expect(values == ["nil", "Full"])
  }

  @Test func `a failure of a stopped task after the run does not fail the run`() async throws {
    let result = try await explore(.exhaustive()) { _ in
      await Simulation.crashingAnywhere {
        try? await Task.sleep(for: .seconds(1))
        // Only a task that a crash has stopped is cancelled.
        #expect(!Task.isCancelled)
        if Task.isCancelled { reportIssue("The stopped task went on.") }
      }
    }

    #expect(result.failure == nil)
    #expect(result.isComplete)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a stopped endless operation ends with the run`(seed: UInt64) async throws {
    let reported = try await issues(from: {
      try await simulate(seed: seed) { _ in
        let durable = Durable(0)
        await Simulation.crashingAnywhere {
          var number = 0
          // The task is cancelled only after the run. If it does not crash, it ends by itself.
          while Task.isCancelled || number < 5 {
            number += 1
            await durable.write(number)
            if Task.isCancelled { reportIssue("The stopped task went on.") }
          }
        }
      }
    })

    #expect(reported.isEmpty)
  }

  @Test func `awaiting a stopped task is a deadlock`() async throws {
    let reported = try await issues(from: {
      _ = try await explore(.exhaustive()) { _ in
        let operation = Lock<Task<Void, Never>?>(nil)
        await Simulation.crashingAnywhere {
          let task = Task { await Task.yield() }
          operation.withLock { $0 = task }
          await task.value
        }
        await operation.withLock { $0 }?.value
      }
    })

    #expect(reported.count == 1)
    #expect(reported.first?.message.hasPrefix("Deadlock") == true)
  }

  @Test func `outside a simulation, the operation runs and an issue is reported`() async {
    let reported = await issues(from: {
      #expect(await Simulation.crashingAnywhere { 7 } == 7)
    })

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("outside a simulation") == true)
  }
}
