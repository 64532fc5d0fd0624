import Dependence
import Foundation

/// The file in which programs that a test launches report each live dependency that they read.
package enum LaunchReport {
  private static let announcement: Void = {
    let name = "dependence-launches-\(ProcessInfo.processInfo.processIdentifier)"
    LaunchedProcesses.announce(FileManager.default.temporaryDirectory.appending(path: name).path)
  }()

  /// Makes the path of the file known to all processes that this process launches. Only the first
  /// call has an effect.
  package static func announce() { announcement }
}
