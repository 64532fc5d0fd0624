/// A check that detects when an executable launched by a test reads live dependencies by accident.
///
/// A test process stores the path of a report file in an environment variable, which the processes
/// that it launches inherit. If a launched process reads a live dependency and `DEPENDENCE_CONTEXT`
/// is not set, it writes a message to that file. The test process then fails, even if the test
/// ignores the launched process's exit code.
package enum LaunchedProcesses {
  /// The environment variable that contains the path of the report file. A launched process writes
  /// to this file if it reads a live dependency.
  package static let variable = "DEPENDENCE_LAUNCH_REPORT"
  private static let isReported = Lock(false)

  /// Reports that the live value of `key` was used in a process that a test launched, and makes
  /// this process fail when it exits. Only the first call in such a process has an effect.
  package static func noteLiveDefault(of key: DefaultProvider) {
    guard let report = ProcessContext.current.launchReport else { return }
    let isFirst = isReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
    guard isFirst else { return }
    let program = CommandLine.arguments.first ?? "the executable"
    let message = """
      read the live value of \(key.name): \(program). A test launched this process and did not set its context. Launch it \
      with DEPENDENCE_CONTEXT=test in its environment, or with DEPENDENCE_CONTEXT=live if it should use live dependencies.
      """
    System.append("\(message)\n", toFile: report)
    System.writeToStandardError("dependence: This process fails, because it \(message)\n")
    UnattributedIssues.fail(because: "it was launched by a test and read a live dependency")
  }
}
