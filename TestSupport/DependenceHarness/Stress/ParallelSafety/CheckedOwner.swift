import Dependence

/// A test that a check ends when it likes, and that remembers what it was told.
final class CheckedOwner: RootOwner {
  let name: String
  private let received = Lock<[DependencyIssue]>([])

  init(_ name: String) {
    self.name = name
  }

  /// Everything that it was told, before its end and after.
  var issues: [DependencyIssue] { received.withLock { $0 } }

  func receive(_ issue: DependencyIssue) -> Bool {
    received.withLock { $0.append(issue) }
    return true
  }

  func scopeWillEscape() {}
}
