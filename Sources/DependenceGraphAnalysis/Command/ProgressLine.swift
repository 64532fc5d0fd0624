import Foundation

/// One line that tells how far a long scan is, and that is gone when it ends.
final class ProgressLine: @unchecked Sendable {
  private static let patience = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)

  private let terminal: Terminal
  // Guards what comes next. Not `Mutex`, which ThreadSanitizer cannot see on Linux.
  private let lock = NSLock()
  private var nextTime: ContinuousClock.Instant
  private var isShown = false

  init(on terminal: Terminal) {
    self.terminal = terminal
    nextTime = terminal.now().advanced(by: Self.patience)
  }

  func show(_ done: Int, of total: Int) {
    let isDue = lock.withLock {
      guard terminal.now() >= nextTime else { return false }
      (nextTime, isShown) = (terminal.now().advanced(by: Self.interval), true)
      return true
    }
    if isDue { terminal.error("\r\u{1B}[Kscanning: \(done) of \(total) files") }
  }

  func clear() {
    let wasShown = lock.withLock {
      defer { isShown = false }
      return isShown
    }
    if wasShown { terminal.error("\r\u{1B}[K") }
  }
}
