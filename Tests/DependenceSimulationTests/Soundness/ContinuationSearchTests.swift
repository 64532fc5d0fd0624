import Dependence
import DependenceSimulation
import DependenceTesting
import Testing

@globalActor private actor Counter {
  static let shared = Counter()
}

/// Programs whose outcome depends on whether a task already waits for a continuation when another
/// task resumes it. The tests are serialized because they share a global actor.
@Suite(.serialized) struct ContinuationSearchTests {
  private typealias Source = AsyncStream<Int>.Continuation

  /// Sends an element to a stream that stores only one, and returns whether it was the first.
  private static func isFirst(_ source: Source) -> Bool {
    if case .enqueued = source.yield(0) { true } else { false }
  }

  /// Returns the outcome of a race between a task on an actor that creates a continuation, and a
  /// task that resumes it.
  ///
  /// The first letter is "c" or "r", depending on whether the creator or the resuming task is the
  /// first to use a stream. The rest is "co" if the continuation is resumed before the creator
  /// waits, so that the creator does not leave its actor. It is "oc" if another task runs on the
  /// actor during the wait.
  private static func raceWithWait() async -> String {
    let log = Lock("")
    let tasks = Lock<[Task<Void, Never>]>([])
    let (stream, source) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let creator = Task { @Counter in
      await withCheckedContinuation { continuation in
        let other = Task { @Counter in log.withLock { $0 += "o" } }
        let resuming = Task { @concurrent in
          guard isFirst(source) else { return continuation.resume() }
          log.withLock { $0 += "r" }
          // This read is a scheduling point between the use of the stream and the resumption.
          _ = Task.isCancelled
          continuation.resume()
          // The yield makes this task ready to run again. It does not make the creator ready.
          await Task.yield()
        }
        tasks.withLock { $0 = [other, resuming] }
        if isFirst(source) { log.withLock { $0 += "c" } }
      }
      log.withLock { $0 += "c" }
    }
    await creator.value
    for task in tasks.withLock(\.self) { await task.value }
    withExtendedLifetime(stream) {}
    return log.withLock(\.self)
  }

  @Test func `a task that resumes a continuation and then yields can do so before and in the wait`()
    async throws
  {
    let found = Lock<Set<String>>([])
    let search = Exploration.exhaustive(limit: 5_000, pruning: .independentTasks)

    let result = try await explore(search, .mainActor(.virtual)) { _ in
      let outcome = await Self.raceWithWait()
      _ = found.withLock { $0.insert(outcome) }
    }

    #expect(result.isComplete)
    #expect(found.withLock(\.self) == ["cco", "coc", "rco", "roc"])
  }
}
