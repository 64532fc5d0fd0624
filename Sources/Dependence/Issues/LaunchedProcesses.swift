/// A check of the executables that a test launches. The test fails if such an executable reads live
/// dependencies by accident, or reports an issue.
///
/// A test process stores the path of a report file in an environment variable, which the processes
/// that it launches inherit. A launched process writes a message to that file if it reads a live
/// dependency and `DEPENDENCE_CONTEXT` is not set, or if it fails and `DEPENDENCE_CONTEXT` is
/// `test`. The test process then fails, even if the test ignores the launched process's exit code.
package enum LaunchedProcesses {
  /// The environment variable that contains the path of the report file.
  package static let variable = "DEPENDENCE_LAUNCH_REPORT"
  private static let isReported = Lock(false)
  private static var program: String { CommandLine.arguments.first ?? "the executable" }

  /// Reports that the live value of `key` was used in a process that a test launched, and makes
  /// this process fail when it exits. Only the first call in such a process has an effect.
  package static func noteLiveDefault(of key: DefaultProvider) {
    guard let report = ProcessContext.current.launchReport else { return }
    let isFirst = isReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
    guard isFirst else { return }
    let message = """
      read the live value of \(key.name): \(program). A test launched this process and did not set its context. Launch it \
      with DEPENDENCE_CONTEXT=test in its environment, or with DEPENDENCE_CONTEXT=live if it should use live dependencies.
      """
    System.append("\(message)\n", toFile: report)
    System.writeToStandardError("dependence: This process fails, because it \(message)\n")
    UnattributedIssues.fail(because: "it was launched by a test and read a live dependency")
  }

  /// Makes the test process that launched this process fail because of a failure in this process.
  /// Has no effect unless a test launched this process with `DEPENDENCE_CONTEXT=test`.
  ///
  /// - Parameter event: A phrase that describes the kind of failure, such as "reported an issue".
  static func passOn(_ failure: String, _ event: String) {
    guard let report = ProcessContext.current.issueReport else { return }
    System.append("\(event): \(program): \(failure)\n", toFile: report)
  }
}
