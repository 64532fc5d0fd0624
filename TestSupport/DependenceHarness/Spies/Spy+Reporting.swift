import Dependence

// What the messages of a spy are made of.

extension Spy {
  func report(_ message: String, at site: SourceSite) {
    IssuePath.deliver(DependencyIssue(message, at: site), from: .current)
  }

  // A key path in code that is generic over a pack crashes when it runs.

  /// Calls that happened, with their outcomes.
  func list(_ calls: [Call], isMarked: @escaping (Int) -> Bool = { _ in false }) -> CallList {
    CallList(calls.map { $0.description }, isMarked: isMarked)
  }

  /// Calls that should have happened.
  static func list(
    _ calls: [(repeat each Argument)],
    isMarked: @escaping (Int) -> Bool
  ) -> CallList {
    var texts: [String] = []
    for arguments in calls { texts.append(text(of: repeat each arguments)) }
    return CallList(texts, isMarked: isMarked)
  }
}
