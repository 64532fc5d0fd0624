/// The executables that a test launches, and that read live dependencies although nothing in the test says so.
///
/// A test process announces a file in its environment, which the processes that it launches inherit. Such a process writes
/// its mistake to that file, so that the test process fails even if the test ignores the exit code.
package enum LaunchedProcesses {
  package static let variable = "DEPENDENCE_LAUNCH_REPORT"
  private static let isReported = Lock(false)

  /// Announces the file. Called when a test process starts, before any thread can read the environment.
  package static func announce(_ file: String) {
    guard ProcessContext.current.isTestProcess, !ProcessContext.current.listsTests else { return }
    System.setEnvironmentVariable(variable, to: file)
    UnattributedIssues.checkAtExit {
      guard let report = System.takeFile(file), !report.isEmpty else { return }
      UnattributedIssues.fail(because: "a test launched an executable that\n\(report)")
    }
  }

  /// Reports, once, that a default was computed in the live context of a process that a test launched.
  static func noteLiveDefault(of key: Subject) {
    guard let report = ProcessContext.current.launchReport else { return }
    let isFirst = isReported.withLock { isReported in
      defer { isReported = true }
      return !isReported
    }
    guard isFirst else { return }
    let program = CommandLine.arguments.first ?? "the executable"
    let message = """
      read the live value of \(key.name): \(program). A test launched it without a choice of its context. Launch it with \
      DEPENDENCE_CONTEXT=test in its environment, or with DEPENDENCE_CONTEXT=live if it is meant to use live dependencies.
      """
    System.append("\(message)\n", toFile: report)
    System.writeToStandardError("dependence: this process fails, because it \(message)\n")
    UnattributedIssues.fail(because: "it read a live dependency in a test")
    UnattributedIssues.checkAtExit {}
  }
}
