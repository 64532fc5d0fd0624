/// Errors in the environment variables of this process.
extension ProcessContext {
  private static let reported = Lock(false)

  /// A description of this process's configuration errors, or `nil` if the configuration is valid.
  static var currentConfigurationError: String? {
    // This property is read whenever a default value is computed. Describing an error takes much
    // longer than checking whether there can be one, so check that first.
    guard current.configurationError != nil || current.isStrict || current.isAudited
    else { return nil }
    let errors = [current.configurationError, IssueSinks.isEmpty ? current.unwatched : nil]
    let known = errors.compactMap(\.self)
    return known.isEmpty ? nil : known.joined(separator: " ")
  }

  /// An error message for a process that links no test runner even though an environment variable
  /// enables strict mode or audits, which only a test runner can apply. The message is `nil` if no
  /// variable enables them. The caller must ensure that no test runner is linked.
  package var unwatched: String? {
    // Audits check only tests. A program that a test launches may inherit `DEPENDENCE_AUDIT` from
    // the test process, so ignore the variable unless a test runner started this process.
    let lacksAudits = isAudited && (isXCTestProcess || runsSwiftTesting)
    let variables =
      (isStrict ? ["DEPENDENCE_STRICT"] : []) + (lacksAudits ? ["DEPENDENCE_AUDIT"] : [])
    guard let first = variables.first else { return nil }
    let subject =
      variables.count == 1
      ? "The environment variable \(first) is 1"
      : "The environment variables \(variables.joined(separator: " and ")) are 1"
    return """
      \(subject), but tests cannot be checked, because this process links no product for a test runner. Link the product \
      DependenceTesting (Swift Testing) or DependenceXCTest (XCTest).
      """
  }

  /// Reports an issue if this process has a configuration error, that is, an invalid environment
  /// variable or a missing test library. Only the first call in the process reports the error.
  ///
  /// The error affects all tests, so the issue reporters of the scope do not receive it. Otherwise, a
  /// test that expects an issue could accept it.
  package static func reportConfigurationErrorOnce(from frame: Frame) {
    guard let configurationError = currentConfigurationError, takeReport() else { return }
    IssuePath.deliver(DependencyIssue(configurationError, at: .unknown), from: frame.root.bottom)
  }

  /// Makes this test process fail at exit if it has a configuration error that no dependency read
  /// has reported by then. Call this function when the test process starts.
  package static func reportConfigurationErrorAtExit() {
    guard current.isTestProcess, current.configurationError != nil else { return }
    UnattributedIssues.checkAtExit {
      guard let configurationError = currentConfigurationError, takeReport() else { return }
      UnattributedIssues.note(
        DependencyIssue(configurationError, at: .unknown),
        because: "This error affects all tests, so the test process fails instead of a test."
      )
    }
  }

  /// Returns `true` for the first call in the process and `false` for all later calls, so that the
  /// configuration error is reported only once.
  private static func takeReport() -> Bool {
    reported.withLock { reported in
      defer { reported = true }
      return !reported
    }
  }
}
