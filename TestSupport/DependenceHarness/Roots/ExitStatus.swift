import Dependence
import Foundation

/// The status with which this process is exiting. Functions that run when the process exits can use
/// it to find out how the test runner ended.
package enum ExitStatus {
  private static let status = Lock<Int32?>(nil)

  /// The status, or `nil` if it is unknown: if the process is not exiting, if ``observe()`` was not
  /// called, or if the C library is not Glibc. Other C libraries do not provide the status.
  package static var current: Int32? { status.withLock(\.self) }

  /// Stores the status when the process exits. This happens before the exit handlers run that were
  /// registered before this call.
  package static func observe() {
    #if canImport(Glibc)
    on_exit({ status, _ in ExitStatus.status.withLock { $0 = status } }, nil)
    #endif
  }
}
