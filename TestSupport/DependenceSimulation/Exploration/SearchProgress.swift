import Dependence

/// The progress of a long search as text for a terminal. This is a pure state machine, which does
/// not print the text itself.
struct SearchProgress: Sendable {
  private static let clearLine = "\r\u{1B}[K"

  private let title: String
  private let total: Int
  private var next: ContinuousClock.Instant
  /// The text that removes the progress line from the terminal, or an empty text if there is no
  /// line.
  private(set) var ending = ""

  init(_ site: SourceSite, of exploration: Exploration, from start: ContinuousClock.Instant) {
    title = "exploring \(site)"
    total = exploration.count
    // A search that ends within a second shows no progress.
    next = start.advanced(by: .seconds(1))
  }

  /// Returns the text to print, or `nil` if the previous text was printed too recently.
  mutating func show(_ explored: Int, at now: ContinuousClock.Instant) -> String? {
    if now < next { return nil }
    next = now.advanced(by: .milliseconds(200))
    ending = Self.clearLine
    return "\(Self.clearLine)\(title): \(explored) of \(total) schedules"
  }
}
