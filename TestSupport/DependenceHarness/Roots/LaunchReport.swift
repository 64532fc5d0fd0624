import Dependence
import Foundation

/// A file in which programs launched by a test report that they have read a live dependency. If the
/// file contains a report, the test process fails.
package enum LaunchReport {
  private static let announcement: Void = {
    let name = "dependence-launches-\(ProcessInfo.processInfo.processIdentifier)"
    LaunchedProcesses.announce(FileManager.default.temporaryDirectory.appending(path: name).path)
  }()

  /// Stores the path of the file in an environment variable, which launched programs inherit.
  /// Repeated calls have no effect.
  package static func announce() { announcement }
}
