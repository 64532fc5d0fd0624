import Dependence
import Foundation

/// Says on a terminal how far a long search has come.
final class SearchProgress: Sendable {
  private let isShown: Bool
  private let title: String
  private let total: Int
  private let state: Lock<(next: ContinuousClock.Instant, hasWritten: Bool)>

  init(_ site: SourceSite, of exploration: Exploration) {
    isShown = isatty(STDERR_FILENO) != 0
    title = "exploring \(site)"
    total = exploration.count
    // Short searches need none.
    state = Lock((ContinuousClock.now.advanced(by: .seconds(1)), false))
  }

  func show(_ explored: Int) {
    guard isShown else { return }
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      guard now >= state.next else { return false }
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
