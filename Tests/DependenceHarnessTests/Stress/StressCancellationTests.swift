import Dependence
@testable import DependenceHarness
import TestKeys
import Testing

private struct Failure: Error {}

/// An audit that yields an element to a stream when the root ends with which it is registered.
private final class EndSignal: RootAudit {
  private let source: AsyncStream<Void>.Continuation

  init(_ source: AsyncStream<Void>.Continuation) { self.source = source }

  func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    source.yield()
    return []
  }
}

/// Tests of the cancellation of `stress`. They have a time limit because a bug could make them
/// hang.
@Suite(.timeLimit(.minutes(5)))
struct StressCancellationTests {
  @Test func `cancelling stress starts no more iterations and throws CancellationError`() async {
    let gate = StartingGate(for: 3)
    let started = Counter()
    let task = Task {
      try await stress(iterations: 10, concurrency: 2) { _ in
        started.add(1)
        await gate.arrive()
        await cancellation()
      }
    }
    await gate.arrive()

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(started.value == 2)
  }

  @Test(arguments: [1, 2])
  func `a skip is reported unless the first iteration causes it`(skipping: Int) async {
    let owner = RecordingOwner()
    let root = DependencyRoot(owner: owner)
    let test = Lock<Task<Void, any Error>?>(nil)
    let task = Task {
      try await Frame.bind(RootFrame(root)) {
        try await stress(iterations: 4, concurrency: 2) { iteration in
          guard iteration.number == skipping else { return }
          while test.withLock({ $0 }) == nil { await Task.yield() }
          test.withLock { $0 }?.cancel()
          throw RecordingOwner.Skip()
        }
      }
    }
    test.withLock { $0 = task }
    await #expect(throws: RecordingOwner.Skip.self) { try await task.value }

    #expect(owner.issues.count == skipping - 1)
    #expect(
      owner.issues.allSatisfy { $0.message.contains("cancelled the test in iteration 2 of 4, so") }
    )
  }

  @Test func `a skip is not reported if it cancels the first iteration`() async {
    let owner = RecordingOwner()
    let root = DependencyRoot(owner: owner)
    let gate = StartingGate(for: 3)
    let task = Task {
      try await Frame.bind(RootFrame(root)) {
        try await stress(iterations: 2, concurrency: 2) { iteration in
          await gate.arrive()
          await cancellation()
          if iteration.number == 1 { throw CancellationError() }
          throw RecordingOwner.Skip()
        }
      }
    }
    await gate.arrive()
    task.cancel()
    await #expect(throws: RecordingOwner.Skip.self) { try await task.value }

    #expect(owner.issues.isEmpty)
  }

  @Test func `an error that a cancelled body throws is rethrown and not reported`() async {
    let gate = StartingGate(for: 3)
    let reported = await issues {
      let task = Task {
        try await stress(iterations: 2, concurrency: 2) { iteration in
          await gate.arrive()
          await cancellation()
          if iteration.number == 1 { throw CancellationError() }
          throw Failure()
        }
      }
      await gate.arrive()
      task.cancel()
      await #expect(throws: Failure.self) { try await task.value }
    }

    #expect(reported.isEmpty)
  }

  @Test func `an error that was thrown before the cancellation is reported`() async {
    let (ends, source) = AsyncStream.makeStream(of: Void.self)
    let reported = await issues {
      let task = Task {
        try await stress(iterations: 2, concurrency: 2) { iteration in
          if iteration.number == 1 {
            Frame.current.root.add(EndSignal(source))
            throw Failure()
          }
          await cancellation()
        }
      }
      // The root of an iteration ends only after the iteration has failed, so this loop waits for
      // the failure.
      for await _ in ends { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("An iteration of stress threw Failure()") == true)
  }

  @Test
  func `stress does not throw if it is cancelled after all iterations have started`() async throws {
    let gate = StartingGate(for: 3)
    let task = Task {
      try await stress(iterations: 2, concurrency: 2) { _ in
        await gate.arrive()
        await cancellation()
      }
    }
    await gate.arrive()

    task.cancel()

    try await task.value
  }

  @Test func `an iteration that cancels itself is reported as a failure`() async throws {
    let reported = try await issues {
      try await stress(iterations: 1) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
        try Task.checkCancellation()
      }
    }

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("threw CancellationError()") == true)
  }
}
