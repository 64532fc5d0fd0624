import Dependence

/// The progress of a long search, as a terminal shows it: a pure state machine.
struct SearchProgress: Sendable {
  private static let clearLine = "\r\u{1B}[K"

  private let title: String
  private let total: Int
  private var next: ContinuousClock.Instant
  /// The text that takes back what was shown.
  private(set) var ending = ""

  init(_ site: SourceSite, of exploration: Exploration, from start: ContinuousClock.Instant) {
    title = "exploring \(site)"
    total = exploration.count
    // Short searches need none.
    next = start.advanced(by: .seconds(1))
  }

  /// The text to show; nil if the last one is too new.
  mutating func show(_ explored: Int, at now: ContinuousClock.Instant) -> String? {
    if now < next { return nil }
    next = now.advanced(by: .milliseconds(200))
    ending = Self.clearLine
    return "\(Self.clearLine)\(title): \(explored) of \(total) schedules"
  }
}
