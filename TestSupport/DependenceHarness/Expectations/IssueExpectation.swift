import Dependence

/// Takes the issues that a test expects, and lets all others pass.
final class IssueExpectation: IssueReporter {
  private struct State: Sendable {
    var count = 0
    /// The places of the first of them: a message names no more.
    var places: [SourceSite] = []
    /// Endpoints that were called while unimplemented, and are not what is expected.
    var otherEndpoints: [String] = []
    var isOver = false
  }

  private let subject: String
  private let verb: String
  private let count: ExpectedCount
  private let site: SourceSite
  private let isExpected: @Sendable (DependencyIssue) -> Bool
  private let state = Lock(State())

  /// - Parameters:
  ///   - subject: What is expected, for messages.
  ///   - verb: What happens to it, after "was".
  init(
    of subject: String = "a matching issue",
    toBe verb: String = "reported",
    _ count: ExpectedCount,
    at site: SourceSite,
    matching isExpected: @escaping @Sendable (DependencyIssue) -> Bool
  ) {
    self.subject = subject
    self.verb = verb
    self.count = count
    self.site = site
    self.isExpected = isExpected
    if let mistake = count.mistake { IssuePath.deliver(mistake, at: site) }
  }

  func report(_ issue: DependencyIssue) -> Bool {
    let isExpected = isExpected(issue)
    return state.withLock { state in
      // What comes later failed to be awaited, and is a failure like any other.
      if state.isOver { return false }
      if isExpected {
        state.count += 1
        if state.places.count < 10 { state.places.append(issue.site) }
      } else if case .unimplemented(let endpoint) = issue.kind {
        state.otherEndpoints.append(endpoint)
      }
      return isExpected
    }
  }

  func finish() {
    let found = state.withLock { state in
      state.isOver = true
      return state
    }
    guard count.mistake == nil, !count.allows(found.count) else { return }
    let message = "Expected \(subject) to be \(verb) \(count), but it \(story(found))."
    IssuePath.deliver(message, at: site)
  }

  private func story(_ found: State) -> String {
    if found.count == 0 {
      let others = found.otherEndpoints
      return others.isEmpty ? "was not" : "was not; \(others.joined(separator: ", ")) instead"
    }
    let places = found.places.map { "\($0)" }.joined(separator: ", ")
    return "was \(ExpectedCount.times(found.count)), at \(places)"
  }
}
