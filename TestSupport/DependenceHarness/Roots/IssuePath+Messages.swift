import Dependence

extension IssuePath {
  /// Delivers an issue that says no more than a message, from the scope of the caller.
  static func deliver(_ message: String, at site: SourceSite) {
    deliver(DependencyIssue(message, at: site), from: .current)
  }
}
