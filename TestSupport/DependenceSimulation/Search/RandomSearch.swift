/// The search for the first seed that fails, by any number of workers.
///
/// Its result is that of one worker that tries one seed after another until one fails.
struct RandomSearch: Sendable {
  private let first: UInt64
  private let count: Int
  /// How many seeds were handed out, and so the place of the next one, counted from `first`.
  private var handedOut = 0
  /// The places of the seeds that are being tried.
  private var underway: Set<Int> = []
  /// The place of the lowest seed that has failed so far.
  private var failed: Int?

  /// A search of `count` seeds from `first` on. After the greatest number comes 0.
  init(first: UInt64 = 0, count: Int) {
    self.first = first
    self.count = count
  }

  /// How many seeds the result rests on: those that were tried, up to the one that failed.
  var explored: Int {
    let end = failed.map { $0 + 1 } ?? handedOut
    return end - underway.count { $0 < end }
  }

  /// The lowest seed that has failed so far; it may still become a lower one until the search is
  /// finished.
  var failure: UInt64? { failed.map { first &+ UInt64($0) } }

  /// Whether the result stands. Seeds that are still being tried then cannot change it.
  var isFinished: Bool {
    guard let failed else { return handedOut >= count && underway.isEmpty }
    return !underway.contains { $0 < failed }
  }

  /// The next seed to try; nil if there is none.
  mutating func next() -> UInt64? {
    guard failed == nil, handedOut < count else { return nil }
    defer { handedOut += 1 }
    underway.insert(handedOut)
    return first &+ UInt64(handedOut)
  }

  /// Says how a seed did. What was not handed out, or has been finished before, changes nothing.
  mutating func finish(_ seed: UInt64, hasFailed: Bool) {
    guard let place = Int(exactly: seed &- first), underway.remove(place) != nil else { return }
    if hasFailed { failed = min(place, failed ?? place) }
  }
}
