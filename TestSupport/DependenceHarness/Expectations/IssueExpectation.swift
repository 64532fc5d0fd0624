import Dependence

/// An issue reporter that counts expected issues and keeps them from failing the test. All other
/// issues are reported as usual.
final class IssueExpectation: IssueReporter {
  private struct State: Sendable {
    var count = 0
    /// The first ten expected issues, listed in the error message.
    var first: [DependencyIssue] = []
    /// The names of unimplemented endpoints that were called unexpectedly, listed in the error
    /// message. Each name occurs once.
    var otherEndpoints: [String] = []
    var isOver = false
  }

  private let subject: String
  private let verb: String
  private let count: ExpectedCount
  private let site: SourceSite
  private let isExpected: @Sendable (DependencyIssue) -> Bool
  private let state = Lock(State())

  /// Creates an expectation for a certain number of issues.
  ///
  /// - Parameters:
  ///   - subject: A noun phrase that describes an expected issue in error messages, such as "a
  ///     matching issue".
  ///   - verb: A participle that follows "to be" in error messages, such as "reported".
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
    if let problem = count.problem { IssuePath.deliver(problem, at: site) }
  }

  func report(_ issue: DependencyIssue) -> Bool {
    // Some failed assertions, such as a failed `#expect` in an `XCTestCase`, reach this method as
    // issues. Do not count them as expected, because a failed assertion must always fail the test.
    if issue.kind == .assertion { return false }
    let isExpected = isExpected(issue)
    return state.withLock { state in
      // An issue reported after the end of the operation comes from code that the test did not
      // await. Such an issue must fail the test, even if it matches the expectation.
      if state.isOver { return false }
      if isExpected {
        state.count += 1
        if state.first.count < 10 { state.first.append(issue) }
      } else if case .unimplemented(let endpoint) = issue.kind,
        !state.otherEndpoints.contains(endpoint)
      {
        state.otherEndpoints.append(endpoint)
      }
      return isExpected
    }
  }

  /// Checks the number of expected issues, and reports an issue if it is wrong.
  ///
  /// If the operation skipped or cancelled the test, missing issues are not reported. The operation
  /// may not have reached the code that causes them, and a skipped test must not fail because of
  /// that.
  ///
  /// - Parameter error: The error that the operation threw, or `nil` if it returned.
  func finish(throwing error: (any Error)? = nil) {
    let found = state.withLock { state in
      state.isOver = true
      return state
    }
    guard count.problem == nil, !count.allows(found.count) else { return }
    if let error, !count.isExceeded(by: found.count),
      Frame.current.root.test?.isSkipped(by: error) == true
    {
      return
    }
    let message = "Expected \(subject) to be \(verb) \(count), but it \(story(found))"
    IssuePath.deliver(message, at: site)
  }

  private func story(_ found: State) -> String {
    if found.count == 0 {
      let others = found.otherEndpoints
      return others.isEmpty
        ? "was not."
        : "was not. These unimplemented endpoints were called instead: \(others.joined(separator: ", "))."
    }
    let issues = found.first.map { "\n- \($0.site): \($0.message)" }.joined()
    let more = found.count > found.first.count ? "\n- …" : ""
    return "was \(ExpectedCount.times(found.count)):\(issues)\(more)"
  }
}
