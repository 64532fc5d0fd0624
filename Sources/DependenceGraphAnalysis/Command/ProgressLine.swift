import Foundation

/// A line in the terminal that shows the progress of the analysis, which runs on several threads.
final class ProgressLine: @unchecked Sendable {
  // Unchecked because the compiler does not know that the lock guards all variables.

  private static let patience = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)

  private let terminal: Terminal
  // An `NSLock` guards the state, because ThreadSanitizer does not support `Mutex` on Linux.
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
