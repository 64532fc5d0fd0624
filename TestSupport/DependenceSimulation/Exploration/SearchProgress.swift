import Dependence

/// The progress line that a long search shows in a terminal. This type only determines the text and
/// when to update it. The caller prints the text.
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

  /// Returns the text that updates the progress line. Returns `nil` in the first second of the
  /// search, and if the line was updated less than 0.2 seconds ago.
  mutating func show(_ explored: Int, at now: ContinuousClock.Instant) -> String? {
    if now < next { return nil }
    next = now.advanced(by: .milliseconds(200))
    ending = Self.clearLine
    return "\(Self.clearLine)\(title): \(explored) of \(total) schedules"
  }
}
