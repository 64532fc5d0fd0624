import Foundation

/// A progress message that is updated on an interactive terminal while files are scanned.
///
/// Files are scanned on several threads, so `lock` guards all mutable state. The class is
/// `@unchecked Sendable` because the compiler cannot verify that the lock is used.
final class ProgressLine: @unchecked Sendable {
  private static let patience = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)

  private let terminal: Terminal
  // Use `NSLock`, because ThreadSanitizer does not support `Mutex` on Linux.
  private let lock = NSLock()
  private var nextTime: ContinuousClock.Instant
  private var isShown = false
  private var done = 0

  init(on terminal: Terminal) {
    self.terminal = terminal
    nextTime = terminal.now().advanced(by: Self.patience)
  }

  func advance(of total: Int) {
    let due: Int? = lock.withLock {
      done += 1
      guard terminal.now() >= nextTime else { return nil }
      (nextTime, isShown) = (terminal.now().advanced(by: Self.interval), true)
      return done
    }
    if let due { terminal.error("\r\u{1B}[Kscanning: \(due) of \(total) files") }
  }

  func clear() {
    let wasShown = lock.withLock {
      defer { isShown = false }
      return isShown
    }
    if wasShown { terminal.error("\r\u{1B}[K") }
  }
}
