import Dependence
import DependenceHarness

/// The owner of a dependency root, which records the issues that it receives.
final class RecordingOwner: RootOwner {
  private let issues = Lock<[DependencyIssue]>([])

  var name: String { "a test" }
  var messages: [String] { issues.withLock { $0.map(\.message) } }

  func receive(_ issue: DependencyIssue) -> Bool {
    issues.withLock { $0.append(issue) }
    return true
  }

  func scopeWillEscape() {}
}
