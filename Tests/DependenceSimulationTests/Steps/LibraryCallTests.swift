import DependenceSimulation
import DependenceTesting
import Foundation
import Testing

/// Tests of steps that call Foundation, which affects other tasks by throwing errors and by waiting
/// for locks.
struct LibraryCallTests {
  @Test func `a sibling may run before an error that Foundation throws cancels it`() async throws {
    let found = try await outcomes {
      // The result of `yield` shows whether the other child has already sent its element. No task
      // waits for an element, so sending one makes no task ready to run.
      let (stream, source) = AsyncStream.makeStream(
        of: Int.self,
        bufferingPolicy: .bufferingOldest(2)
      )
      let (results, seen) = AsyncStream.makeStream(of: String.self)
      try? await withThrowingDiscardingTaskGroup { group in
        group.addTask {
          source.yield(1)
          _ = try JSONDecoder().decode(Int.self, from: Data("x".utf8))
        }
        group.addTask {
          var isSecond = false
          if case .enqueued(remaining: 0) = source.yield(2) { isSecond = true }
          seen.yield("\(isSecond ? "second" : "first") \(Task.isCancelled)")
        }
      }
      seen.finish()
      withExtendedLifetime(stream) {}
      return await results.reduce("") { $0 + $1 }
    }

    #expect(found.all == ["first false", "first true", "second false", "second true"])
    #expect(found.result.isComplete)
  }

  @Test func `a deadline for a lock does not pass while the step that holds the lock is preempted`()
    async throws
  {
    let found = try await outcomes(pruning: .hops) {
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      let lock = NSLock()
      let send: @Sendable (Int) -> Void = { number in
        guard lock.lock(before: Date(timeIntervalSinceNow: 60)) else { return }
        source.yield(number)
        source.yield(number)
        lock.unlock()
      }
      let tasks = (1...2).map { number in Task { send(number) } }
      for task in tasks { await task.value }
      source.finish()
      return "\(await stream.reduce(into: []) { $0.append($1) })"
    }

    #expect(found.all == ["[1, 1, 2, 2]", "[2, 2, 1, 1]"])
    #expect(found.result.isComplete)
  }

  /// A flag that another task sets. Waiting for it blocks the thread.
  private final class Flag: @unchecked Sendable {
    private let condition = NSCondition()
    private var isSet = false

    /// Sends an element while the condition is locked, so that the step may be preempted there.
    func set(sending source: AsyncStream<Int>.Continuation) {
      condition.withLock {
        source.yield(1)
        isSet = true
        condition.signal()
      }
    }

    /// Returns `false` if the flag is not set within a minute.
    func wait() -> Bool {
      condition.withLock {
        let deadline = Date(timeIntervalSinceNow: 60)
        while !isSet { guard condition.wait(until: deadline) else { return false } }
        return true
      }
    }
  }

  @Test func `a deadline for a condition does not pass while the step that sets it is preempted`()
    async throws
  {
    let found = try await outcomes {
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      let (results, result) = AsyncStream.makeStream(of: Bool.self)
      let flag = Flag()
      let setter = Task { flag.set(sending: source) }
      let waiter = Task {
        for await _ in stream.prefix(1) {}
        result.yield(flag.wait())
      }
      await setter.value
      await waiter.value
      result.finish()
      return "\(await results.reduce(into: []) { $0.append($1) })"
    }

    #expect(found.all == ["[true]"])
  }
}
