import Dependence
import Foundation

/// The file in which programs launched by a test report that they have read a live dependency.
package enum LaunchReport {
  private static let announcement: Void = {
    let name = "dependence-launches-\(ProcessInfo.processInfo.processIdentifier)"
    LaunchedProcesses.announce(FileManager.default.temporaryDirectory.appending(path: name).path)
  }()

  /// Stores the path of the file in an environment variable, which launched programs inherit. Only
  /// the first call has an effect.
  package static func announce() { announcement }
}
