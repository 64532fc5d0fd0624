import Dependence
import Foundation

/// The status that this process is exiting with. Exit handlers can use it to find out how the test
/// runner ended.
package enum ExitStatus {
  private static let status = Lock<Int32?>(nil)

  /// The exit status of this process, or `nil` if it is unknown. The status is unknown until the
  /// process exits. It remains unknown if ``observe()`` was not called, or if the C library is not
  /// Glibc, because other C libraries do not provide it.
  package static var current: Int32? { status.withLock(\.self) }

  /// Arranges for the status to be stored when the process exits. Exit handlers run in reverse
  /// order of registration, so handlers that were registered before this call can read the status.
  package static func observe() {
    #if canImport(Glibc)
    on_exit({ status, _ in ExitStatus.status.withLock { $0 = status } }, nil)
    #endif
  }
}
