import Dependence
import Foundation

/// A file for the programs that a test launches. If such a program reads a live dependency, it
/// reports this in the file.
package enum LaunchReport {
  private static let announcement: Void = {
    let name = "dependence-launches-\(ProcessInfo.processInfo.processIdentifier)"
    LaunchedProcesses.announce(FileManager.default.temporaryDirectory.appending(path: name).path)
  }()

  /// Stores the path of the file in an environment variable, which launched programs inherit.
  /// Repeated calls have no effect.
  package static func announce() { announcement }
}
