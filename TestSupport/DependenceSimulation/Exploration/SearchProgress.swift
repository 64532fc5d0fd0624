import Dependence
import Foundation

/// Says on a terminal how far a long search has come.
final class SearchProgress: Sendable {
  private let title: String
  private let total: Int
  private let state: Lock<(next: ContinuousClock.Instant?, hasWritten: Bool)>

  init(_ site: SourceSite, of exploration: Exploration) {
    title = "exploring \(site)"
    total = exploration.count
    // Short searches need none.
    let next = ContinuousClock.now.advanced(by: .seconds(1))
    state = Lock((isatty(STDERR_FILENO) == 0 ? nil : next, false))
  }

  func show(_ explored: Int) {
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      guard let next = state.next, now >= next else { return false }
      state = (now.advanced(by: .milliseconds(200)), true)
      return true
    }
    if isDue {
      System.writeToStandardError("\r\u{1B}[K\(title): \(explored) of \(total) schedules")
    }
  }

  func end() {
    if state.withLock({ $0.hasWritten }) { System.writeToStandardError("\r\u{1B}[K") }
  }
}
