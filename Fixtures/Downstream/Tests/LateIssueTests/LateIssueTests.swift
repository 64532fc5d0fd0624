import DependenceTesting
import Foundation
import Testing

/// Tests with issues that are reported after their test case has ended. Each of these issues must make
/// the process fail.
@Suite(.serialized, .dependencies)
struct LateIssueTests {
  private static let hasNextTestBegun = AsyncStream.makeStream(of: Void.self)
  private static let isReported = AsyncStream.makeStream(of: Void.self)

  @Test func `known: a task that begins inside withKnownIssue outlives its test`() {
    withKnownIssue(isIntermittent: true) {
      _ = Task {
        for await _ in Self.hasNextTestBegun.stream {}
        reportIssue("The task reported this.")
        Self.isReported.continuation.finish()
      }
    }
  }

  @Test func `known: the next test awaits the task`() async {
    Self.hasNextTestBegun.continuation.finish()
    for await _ in Self.isReported.stream {}
  }

  // Marked `nonisolated(unsafe)` because no two cases run at the same time in a serialized suite.
  private nonisolated(unsafe) static var firstScope: CapturedDependencies?

  @Test(arguments: [1, 2])
  func `cases: the second case uses the scope of the first one inside withKnownIssue`(number: Int) {
    guard let scope = Self.firstScope else { return Self.firstScope = captureDependencies() }
    withKnownIssue { scope.run { reportIssue("The first case reported this.") } }
  }

  private static let isExiting = DispatchSemaphore(value: 0)
  private static let isOver = DispatchSemaphore(value: 0)

  @Test func `exit: a task reports an issue while the process exits`() {
    atexit {
      Self.isExiting.signal()
      Self.isOver.wait()
    }
    Task {
      await Self.processExit()
      reportIssue("The task reported this at exit.")
      Self.isOver.signal()
    }
  }

  /// Returns when the process has begun to exit.
  private static func processExit() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        isExiting.wait()
        continuation.resume()
      }
    }
  }
}
