package import Dependence

extension ProcessContext {
  /// Makes this test process fail when it exits if an environment variable has an invalid value.
  /// The process fails even if no test uses the variable. Otherwise, a spelling error could make a
  /// test run do less than requested, and all tests would still pass. Call this function when a
  /// test process starts.
  ///
  /// - Parameter problem: A description of the error, or `nil` if the value is valid.
  package static func failAtExit(becauseOf problem: String?) {
    guard current.isTestProcess, let problem else { return }
    UnattributedIssues.checkAtExit {
      UnattributedIssues.note(
        DependencyIssue(problem, at: .unknown),
        because: "This error affects all tests, so the test process fails instead of a test."
      )
    }
  }
}
