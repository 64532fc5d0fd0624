import Dependence
import DependenceHarness

/// A test that keeps what is reported on it, and what it was asked to note.
final class RecordingOwner: RootOwner {
  /// An error that this test has recorded by itself before somebody threw it.
  struct Recorded: Error {}

  let name: String
  private let received = Lock<[DependencyIssue]>([])
  private let noted = Lock<[String]>([])

  init(_ name: String = "pays()") {
    self.name = name
  }

  var issues: [DependencyIssue] { received.withLock { $0 } }
  var notes: [String] { noted.withLock { $0 } }

  func receive(_ issue: DependencyIssue) -> Bool {
    received.withLock { $0.append(issue) }
    return true
  }

  func scopeWillEscape() {}

  @concurrent
  func watching(
    _ decide: @escaping @Sendable (_ failure: String) -> FailureFate,
    including isPart: @escaping @Sendable () -> Bool,
    operation: @concurrent @Sendable () async throws -> Void
  ) async throws {
    if case .annotated(let note) = decide("") { noted.withLock { $0.append(note) } }
    try await operation()
  }

  func hasRecorded(_ error: any Error) -> Bool { error is Recorded }
}
