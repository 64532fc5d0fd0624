import Dependence
import DependenceSimulation
import DependenceTesting
import Synchronization
import Testing

@globalActor private actor First {
  static let shared = First()
}

@globalActor private actor Second {
  static let shared = Second()
}

// These functions count visits, because a release build does not switch to an actor for an empty
// function.
private let visits = Atomic(0)
@First @inline(never) private func visitFirst() { visits.add(1, ordering: .relaxed) }
@Second @inline(never) private func visitSecond() { visits.add(1, ordering: .relaxed) }

/// Programs whose outcome depends on whether a task has ended when it is cancelled or awaited. The
/// tests are serialized because they share global actors.
@Suite(.serialized) struct EndedTaskSearchTests {
  /// Returns the outcomes that a complete search finds.
  private func outcomes(
    _ first: SimulationOption = .mainActor(.virtual),
    _ second: SimulationOption = .mainActor(.virtual),
    of body: @escaping @Sendable () async throws -> String
  ) async throws -> Set<String> {
    let found = Lock<Set<String>>([])
    let search = Exploration.exhaustive(limit: 5_000, pruning: .independentTasks)
    let result = try await explore(search, .mainActor(.virtual), first, second) { _ in
      let outcome = try await body()
      _ = found.withLock { $0.insert(outcome) }
    }
    #expect(result.isComplete)
    return found.withLock { $0 }
  }

  /// Returns "ow" or "wo", depending on whether the task "o" runs before the wait "w" ends.
  private static func raceWithWait() async -> String {
    let log = Lock("")
    let ended = Task { @First in _ = 1 }
    let waiting = Task { @Second in
      let other = Task { @Second in log.withLock { $0 += "o" } }
      await ended.value
      log.withLock { $0 += "w" }
      await other.value
    }
    await waiting.value
    await ended.value
    return log.withLock { $0 }
  }

  /// An object that ends a stream when it is deallocated.
  private final class Ender: Sendable {
    private let source: AsyncStream<Never>.Continuation

    init(_ source: AsyncStream<Never>.Continuation) { self.source = source }

    deinit { source.finish() }
  }

  @Test func `a child task can end before an immediate child task that is created after it`()
    async throws
  {
    let found = try await outcomes {
      await withTaskGroup(of: String.self) { group in
        group.addTask { "child" }
        group.addImmediateTask { "immediate child" }
        return await group.next() ?? "none"
      }
    }

    #expect(found == ["child", "immediate child"])
  }

  @Test func `a task can run at once after the deinitializer of a task's result has woken it`()
    async throws
  {
    let found = try await outcomes(.nonpreemptive) {
      let (stream, source) = AsyncStream.makeStream(of: Never.self)
      let log = Lock("")
      let woken = Task {
        for await _ in stream {}
        log.withLock { $0 += "w" }
      }
      await Simulation.current?.settle()
      _ = Task { Ender(source) }
      let other = Task { log.withLock { $0 += "o" } }
      await woken.value
      await other.value
      return log.withLock { $0 }
    }

    #expect(found == ["ow", "wo"])
  }

  @Test func `a step that cancels a task and the children of a group affects all of them`()
    async throws
  {
    let found = try await outcomes {
      let task = Task { Task.isCancelled ? "cancelled" : "finished" }
      for _ in 0..<4 { await Task.yield() }
      await withTaskGroup(of: Void.self) { group in
        group.addTask {}
        group.cancelAll()
        task.cancel()
      }
      let outcome = await task.value
      await Task.yield()
      await visitFirst()
      await Task.yield()
      return outcome
    }

    #expect(found == ["cancelled", "finished"])
  }

  @Test func `the end of a task on an actor is noticed among many other tasks`() async throws {
    let found = try await outcomes(.time(.whenIdle), .leftoverTasks) {
      await visitFirst()
      await visitSecond()
      for _ in 0..<70 { Task { try? await Task.sleep(for: .seconds(3_600)) } }
      await Task.yield()
      await Task { @First in _ = 1 }.value
      let outcome = await Self.raceWithWait()
      try? await Task.sleep(for: .seconds(1))
      await Task.yield()
      return outcome
    }

    #expect(found == ["ow", "wo"])
  }

  @Test func `a task can be cancelled before or after its end in a search of whole steps`()
    async throws
  {
    let found = try await outcomes(.nonpreemptive) {
      let task = Task { Task.isCancelled ? "cancelled" : "finished" }
      let cancelling = Task { task.cancel() }
      let outcome = await task.value
      await cancelling.value
      return outcome
    }

    #expect(found == ["cancelled", "finished"])
  }

  @Test func `a wait for an ended and a running task depends on both in a search of whole steps`()
    async throws
  {
    let found = try await outcomes(.time(.whenIdle), .nonpreemptive) {
      await visitFirst()
      let gate = Task { try? await Task.sleep(for: .seconds(1)) }
      await Task.yield()
      let outcome = await Self.raceWithWait()
      await gate.value
      return outcome
    }

    #expect(found == ["ow", "wo"])
  }
}
