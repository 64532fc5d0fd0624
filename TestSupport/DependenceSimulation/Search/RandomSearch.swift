/// A search for the first seed that fails, by any number of workers.
///
/// The result is the same as if one worker tried one seed after another until one fails.
struct RandomSearch: Sendable {
  private let first: UInt64
  private let count: Int
  private var handedOut = 0
  private var underway: Set<Int> = []
  private var failed: Int?

  /// Creates a search of `count` seeds, beginning with `first`. The greatest seed is followed by 0.
  init(first: UInt64 = 0, count: Int) {
    self.first = first
    self.count = count
  }

  var explored: Int {
    let end = failed.map { $0 + 1 } ?? handedOut
    return end - underway.count { $0 < end }
  }

  var failure: UInt64? { failed.map { first &+ UInt64($0) } }

  /// Whether the result is final. Seeds that are still being tried cannot change a final result.
  var isFinished: Bool { explored >= failed.map { $0 + 1 } ?? count }

  mutating func next() -> UInt64? {
    guard failed == nil, handedOut < count else { return nil }
    defer { handedOut += 1 }
    underway.insert(handedOut)
    return first &+ UInt64(handedOut)
  }

  /// Records whether a seed has failed. Does nothing if no run with this seed is in progress.
  mutating func finish(_ seed: UInt64, hasFailed: Bool) {
    guard let index = Int(exactly: seed &- first), underway.remove(index) != nil else { return }
    if hasFailed { failed = min(index, failed ?? index) }
  }
}
