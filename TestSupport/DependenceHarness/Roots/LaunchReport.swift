import Dependence
import Foundation

/// The file in which executables report that a test launched them and that they read live dependencies.
package enum LaunchReport {
  private static let announcement: Void = {
    let name = "dependence-launches-\(ProcessInfo.processInfo.processIdentifier)"
    LaunchedProcesses.announce(FileManager.default.temporaryDirectory.appending(path: name).path)
  }()

  /// Announces the file to the processes that this test process launches. Later calls have no effect.
  package static func announce() { announcement }
}
