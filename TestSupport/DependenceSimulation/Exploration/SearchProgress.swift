import Dependence

/// Text that shows the progress of a long search in a terminal. This is a pure state machine that
/// does not print the text itself.
struct SearchProgress: Sendable {
  private static let clearLine = "\r\u{1B}[K"

  private let title: String
  private let total: Int
  private var next: ContinuousClock.Instant
  /// The text that removes the progress line from the terminal, or an empty string if there is no
  /// such line.
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
