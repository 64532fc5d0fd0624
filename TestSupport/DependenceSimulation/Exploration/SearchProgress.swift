import Dependence

/// The progress of a long search, for output on a terminal. It is a pure state machine.
struct SearchProgress: Sendable {
  private static let clearLine = "\r\u{1B}[K"

  private let title: String
  private let total: Int
  private var next: ContinuousClock.Instant
  /// The text that clears the progress line, if one was shown.
  private(set) var ending = ""

  init(_ site: SourceSite, of exploration: Exploration, from start: ContinuousClock.Instant) {
    title = "exploring \(site)"
    total = exploration.count
    // Short searches show no progress.
    next = start.advanced(by: .seconds(1))
  }

  /// Returns the text to show, or `nil` if the previous text is too recent.
  mutating func show(_ explored: Int, at now: ContinuousClock.Instant) -> String? {
    if now < next { return nil }
    next = now.advanced(by: .milliseconds(200))
    ending = Self.clearLine
    return "\(Self.clearLine)\(title): \(explored) of \(total) schedules"
  }
}
