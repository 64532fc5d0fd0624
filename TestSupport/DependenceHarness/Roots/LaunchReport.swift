import Dependence
import Foundation

/// A file to which a program that a test has launched writes its issues and its reads of live
/// dependencies. A live dependency is the app's own implementation, which a test should replace. If
/// the file has been written, the test process fails when it exits.
package enum LaunchReport {
  // The first access to this constant stores the file's path in the environment. Later accesses
  // have no effect.
  private static let announcement: Void = {
    guard ProcessContext.current.isTestProcess, !ProcessContext.current.listsTests else { return }
    let name = "dependence-launches-\(ProcessInfo.processInfo.processIdentifier)"
    let file = FileManager.default.temporaryDirectory.appending(path: name)
    // Delete a report that an earlier process with the same identifier may have left, for example
    // because it crashed.
    try? FileManager.default.removeItem(at: file)
    setenv(LaunchedProcesses.variable, file.path, 1)
    UnattributedIssues.checkAtExit {
      guard let report = try? Data(contentsOf: file), !report.isEmpty else { return }
      try? FileManager.default.removeItem(at: file)
      let text = String(decoding: report.prefix(65_536), as: UTF8.self)
      UnattributedIssues.fail(because: "a test launched an executable that\n\(text)")
    }
  }()

  /// Stores the file's path in an environment variable that launched programs inherit. Call this
  /// function when a test process starts, because changing the environment is not safe while other
  /// threads are reading it. Repeated calls have no effect.
  package static func announce() { announcement }
}
