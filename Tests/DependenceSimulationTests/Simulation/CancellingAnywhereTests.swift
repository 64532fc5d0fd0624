import Dependence
@testable import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

struct CancellingAnywhereTests {
  private actor Journal {
    private(set) var entries: [String] = []

    func add(_ entry: String) { entries.append(entry) }
  }

  /// Returns the entries of the journal in all runs of an exhaustive search.
  private func journals(
    of operation: @escaping @Sendable @concurrent (Journal) async throws -> Void
  ) async throws -> (all: Set<[String]>, result: ExplorationResult) {
    let all = Lock<Set<[String]>>([])
    let result = try await explore(.exhaustive()) { _ in
      let journal = Journal()
      let result = await Simulation.cancellingAnywhere { try await operation(journal) }
      if case .failure(let error) = result { await journal.add("\(type(of: error))") }
      let entries = await journal.entries
      all.withLock { _ = $0.insert(entries) }
    }
    return (all.withLock { $0 }, result)
  }

  @Test
  func `an operation is cancelled before each of its steps, and in one run never`() async throws {
    let (all, result) = try await journals { journal in
      try Task.checkCancellation()
      await journal.add("first")
      try Task.checkCancellation()
      await journal.add("second")
      try Task.checkCancellation()
    }

    #expect(
      all == [
        ["CancellationError"], ["first", "CancellationError"],
        ["first", "second", "CancellationError"], ["first", "second"],
      ]
    )
    #expect(result.isComplete)
  }

  @Test
  func `a sleep is cancelled before it begins, while it lasts, and in one run never`() async throws
  {
    let (all, result) = try await journals { journal in
      await journal.add(Task.isCancelled ? "cancelled" : "running")
      try await Task.sleep(for: .seconds(1))
      await journal.add("awake")
    }

    #expect(
      all == [
        ["running", "awake"], ["running", "CancellationError"], ["cancelled", "CancellationError"],
      ]
    )
    #expect(result.isComplete)
  }

  @Test(arguments: [.random(200), .exhaustive()] as [Exploration])
  func `an operation is cancelled between two sleeps even if time waits for ready tasks`(
    exploration: Exploration
  ) async throws {
    let all = Lock<Set<[Int]>>([])
    _ = try await explore(exploration, .time(.whenIdle)) { _ in
      let log = Lock<[Int]>([])
      _ = await Simulation.cancellingAnywhere {
        for number in 1...3 {
          if !Task.isCancelled { log.withLock { $0.append(number) } }
          try? await Task.sleep(for: .seconds(1))
        }
      }
      let numbers = log.withLock { $0 }
      all.withLock { _ = $0.insert(numbers) }
    }

    #expect(all.withLock { $0 } == [[], [1], [1, 2], [1, 2, 3]])
  }

  @Test
  func `a wait that only cancellation ends deadlocks in the run without cancellation`() async throws
  {
    let reported = try await issues(from: {
      _ = try await explore(.exhaustive()) { _ in
        let (stream, source) = AsyncStream.makeStream(of: Int.self)
        _ = await Simulation.cancellingAnywhere { for await _ in stream {} }
        source.finish()
      }
    })

    let message = try #require(reported.first?.message)
    #expect(reported.count == 1)
    #expect(message.hasPrefix("Deadlock"))
    #expect(message.contains(#"chose false for "the operation is cancelled""#))
  }

  @Test func `children of the operation are cancelled with it`() async throws {
    let (all, _) = try await journals { journal in
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          try? await Task.sleep(for: .seconds(1))
          await journal.add(Task.isCancelled ? "cancelled" : "done")
        }
      }
    }

    #expect(all == [["done"], ["cancelled"]])
  }

  @Test func `cancelling the caller cancels the operation`() async throws {
    try await simulate(seed: 1) { _ in
      let task = Task {
        await Simulation.cancellingAnywhere { try await Task.sleep(for: .seconds(1_000)) }
      }
      await Task.yield()
      task.cancel()

      let result = await task.value
      #expect(throws: CancellationError.self) { try result.get() }
    }
  }

  @Test
  func `outside a simulation, the operation is not cancelled and an issue is reported`()
    async throws
  {
    let reported = await issues(from: {
      let result = await Simulation.cancellingAnywhere { Task.isCancelled }
      #expect((try? result.get()) == false)
    })

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("outside a simulation") == true)
  }
}
