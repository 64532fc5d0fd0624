import Dependence
import DependenceHarness

/// An owner of a dependency root, such as a test, that records the issues that it receives.
final class RecordingOwner: RootOwner {
  /// An error that this owner treats as already recorded by the test runner.
  struct Recorded: Error {}

  /// An error that skips the test that this owner represents.
  struct Skip: Error {}

  let name: String
  private let received = Lock<[DependencyIssue]>([])
  private let failures: [RunnerFailure]
  private let watches = Lock(0)
  private let fates = Lock<[FailureHandling]>([])

  /// Creates an owner.
  ///
  /// - Parameter failures: The failures that a test runner would find in each part of the test.
  init(_ name: String = "pays()", failures: [RunnerFailure] = []) {
    self.name = name
    self.failures = failures
  }

  var issues: [DependencyIssue] { received.withLock { $0 } }
  /// The number of parts of the test that were watched for failures.
  var watchCount: Int { watches.withLock { $0 } }
  var fatesOfFailures: [FailureHandling] { fates.withLock { $0 } }

  func receive(_ issue: DependencyIssue) -> Bool {
    received.withLock { $0.append(issue) }
    return true
  }

  func scopeWillEscape() {}

  @concurrent
  func watching(
    _ decide: @escaping @Sendable (_ failure: RunnerFailure) -> FailureHandling,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    watches.withLock { $0 += 1 }
    for failure in failures { fates.withLock { $0.append(decide(failure)) } }
    try await operation()
  }

  func hasRecorded(_ error: any Error) -> Bool { error is Recorded }

  func isSkipped(by error: any Error) -> Bool { error is Skip }
}
