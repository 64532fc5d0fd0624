import Synchronization

/// One line that tells how far a long scan is, and that is gone when it ends.
final class ProgressLine: Sendable {
  private static let patience = Duration.milliseconds(300)
  private static let interval = Duration.milliseconds(100)

  private let terminal: Terminal
  private let next: Mutex<(time: ContinuousClock.Instant, isShown: Bool)>

  init(on terminal: Terminal) {
    self.terminal = terminal
    next = Mutex((terminal.now().advanced(by: Self.patience), false))
  }

  func show(_ done: Int, of total: Int) {
    let isDue = next.withLock { next in
      guard terminal.now() >= next.time else { return false }
      next = (terminal.now().advanced(by: Self.interval), true)
      return true
    }
    if isDue { terminal.error("\r\u{1B}[Kscanning: \(done) of \(total) files") }
  }

  func clear() {
    let isShown = next.withLock { next in
      defer { next.isShown = false }
      return next.isShown
    }
    if isShown { terminal.error("\r\u{1B}[K") }
  }
}
