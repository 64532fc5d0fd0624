import Dependence
import Foundation

/// The file in which executables that a test launched report their reads of live dependencies.
package enum LaunchReport {
  private static let announcement: Void = {
    let name = "dependence-launches-\(ProcessInfo.processInfo.processIdentifier)"
    LaunchedProcesses.announce(FileManager.default.temporaryDirectory.appending(path: name).path)
  }()

  /// Announces the file to all processes that this process launches. Later calls have no effect.
  package static func announce() { announcement }
}
