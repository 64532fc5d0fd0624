import Dependence
import DependenceSimulation
import Testing

/// Tests of the condition that a complete search states if one cancellation reaches several tasks.
/// On real threads, one of these tasks can run before another is cancelled.
struct CancellationConditionTests {
  private static let condition = "each cancellation reaches a task and all its child tasks"

  private func result(
    _ program: @escaping @Sendable () async throws -> Void
  ) async throws -> ExplorationResult {
    try await explore(.exhaustive(pruning: .independentTasks), .time(.whenIdle)) { _ in
      try? await program()
    }
  }

  @Test(arguments: [1, 2])
  func `cancelling all children of a group needs the condition if there are several`(
    children: Int
  ) async throws {
    let result = try await result {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<children { group.addTask { try? await Task.sleep(for: .seconds(1)) } }
        group.cancelAll()
      }
    }

    #expect(result.isComplete)
    #expect(result.description.contains(Self.condition) == (children > 1))
  }

  @Test func `cancelling a task that has a child task needs the condition`() async throws {
    let result = try await result {
      let task = Task {
        async let child: Void? = try? await Task.sleep(for: .seconds(1))
        await child
      }
      await Task.yield()
      task.cancel()
      await task.value
    }

    #expect(result.isComplete)
    #expect(result.description.contains(Self.condition))
  }

  @Test func `cancelling tasks one by one does not need the condition`() async throws {
    let result = try await result {
      let tasks = (0..<2).map { _ in Task { try? await Task.sleep(for: .seconds(1)) } }
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
    }

    #expect(result.isComplete)
    #expect(!result.description.contains(Self.condition))
  }

  @Test func `an error that cancels the rest of a group needs the condition`() async throws {
    let result = try await result {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { throw CancellationError() }
        for _ in 0..<2 { group.addTask { try await Task.sleep(for: .seconds(1)) } }
        try await group.next()
      }
    }

    #expect(result.isComplete)
    #expect(result.description.contains(Self.condition))
  }

  @Test func `a child's error in a discarding group needs the condition`() async throws {
    let result = try await result {
      try await withThrowingDiscardingTaskGroup { group in
        for _ in 0..<2 { group.addTask { try await Task.sleep(for: .seconds(1)) } }
        group.addTask { throw CancellationError() }
      }
    }

    #expect(result.isComplete)
    #expect(result.description.contains(Self.condition))
  }

  @Test func `a simulated crash of several tasks does not need the condition`() async throws {
    let result = try await result {
      await Simulation.crashingAnywhere {
        async let first: Void? = try? await Task.sleep(for: .seconds(1))
        async let second: Void? = try? await Task.sleep(for: .seconds(1))
        _ = await (first, second)
      }
    }

    #expect(result.isComplete)
    #expect(!result.description.contains(Self.condition))
  }
}
