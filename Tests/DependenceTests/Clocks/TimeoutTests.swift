import Dependence
import DependenceTesting
import TestKeys
import Testing

struct TimeoutTests {
  private let clock = TestClock()

  @Test func `an operation that is fast enough gives its result`() async throws {
    let result = try await clock.timeout(after: .seconds(1)) { "done" }

    #expect(result == "done")
    #expect(clock.sleepers.isEmpty)
  }

  @Test func `an operation that is too slow is cancelled`() async throws {
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

  @Test func `an error of the operation is thrown`() async {
    struct Failure: Error {}

    await #expect(throws: Failure.self) {
      try await clock.timeout(after: .seconds(1)) { throw Failure() }
    }
  }

  @Test func `a result that is nil is a result`() async throws {
    let result = try await clock.timeout(after: .seconds(1)) { Int?.none }

    #expect(result == nil)
  }

  @Test func `cancelling the caller cancels the operation, and is no timeout`() async {
    let task = Task {
      try await clock.timeout(after: .seconds(5)) {
        try? await clock.sleep(for: .seconds(60))
        // Longer than the other child needs to notice.
        for _ in 0..<1_000 { await Task.yield() }
        return Task.isCancelled
      }
    }
    await clock.waitForSleepers(atLeast: 2)

    task.cancel()

    let wasCancelled = try? await task.value
    #expect(wasCancelled == true)
  }

  @Test func `no time at all is a limit: the operation runs, and is too slow`() async {
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

  @Test func `a negative limit is an issue, and nothing runs`() async {
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
