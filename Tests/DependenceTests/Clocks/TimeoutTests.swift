import Dependence
import DependenceTesting
import TestKeys
import Testing

struct TimeoutTests {
  private let clock = TestClock()

  @Test func `an operation within the limit returns its result`() async throws {
    let result = try await clock.timeout(after: .seconds(1)) { "done" }

    #expect(result == "done")
    #expect(clock.sleepers.isEmpty)
  }

  @Test func `an operation over the limit is cancelled and throws a TimeoutError`() async throws {
    let site = SourceSite()
    let task = Task {
      try await clock.timeout(after: .seconds(5)) {
        try await clock.sleep(for: .seconds(60))
      }
    }
    await clock.waitForSleepers(atLeast: 2)

    await clock.advance(by: .seconds(5))

    let error = await #expect(throws: TimeoutError.self) { try await task.value }
    #expect(error?.limit == .seconds(5))
    #expect(error?.site.line == site.line + 2)
    #expect(
      error.map { "\($0)" }
        == "the operation at \(site.fileID):\(site.line + 2) took longer than 5.0 seconds"
    )
    #expect(clock.sleepers.isEmpty)
  }

  @Test func `an error of the operation is rethrown`() async {
    struct Failure: Error {}

    await #expect(throws: Failure.self) {
      try await clock.timeout(after: .seconds(1)) { throw Failure() }
    }
  }

  @Test func `if no test moves the time of the limit, the operation is cancelled, too`() async {
    let idle = TestClock(patience: .milliseconds(1))
    let (stream, open) = AsyncStream<Void>.makeStream()

    let reported = await issues {
      await #expect(throws: CancellationError.self) {
        try await idle.timeout(after: .seconds(5)) { for await _ in stream {} }
      }
    }

    withExtendedLifetime(open) {}
    #expect(reported.map(\.message).contains { $0.contains("slept on a TestClock") })
  }

  @Test func `a nil result is returned`() async throws {
    let result = try await clock.timeout(after: .seconds(1)) { Int?.none }

    #expect(result == nil)
  }

  @Test func `cancelling the caller cancels the operation without a timeout`() async {
    let task = Task {
      try await clock.timeout(after: .seconds(5)) {
        try? await clock.sleep(for: .seconds(60))
        // This loop takes longer than the other child task, which waits for the timeout, needs to
        // observe the cancellation.
        for _ in 0..<1_000 { await Task.yield() }
        return Task.isCancelled
      }
    }
    await clock.waitForSleepers(atLeast: 2)

    task.cancel()

    let wasCancelled = try? await task.value
    #expect(wasCancelled == true)
  }

  @Test func `with a limit of zero, the operation starts and then times out`() async {
    let hasRun = Lock(false)
    let found = await issues {
      await #expect(throws: TimeoutError.self) {
        try await clock.timeout(after: .zero) {
          hasRun.withLock { $0 = true }
          try await clock.sleep(for: .seconds(1))
        }
      }
    }

    #expect(found.isEmpty)
    #expect(hasRun.withLock { $0 })
  }

  @Test func `a negative limit reports an issue and does not run the operation`() async {
    let found = await issues {
      await #expect(throws: TimeoutError.self) {
        try await clock.timeout(after: .seconds(-1)) { Issue.record("ran") }
      }
    }

    #expect(
      found.map(\.message) == [
        "The timeout is -1.0 seconds, so the operation was not run. Pass a limit of zero or more."
      ]
    )
  }
}
