/// The search for the first seed that fails, by any number of workers.
///
/// Its result is that of one worker that tries one seed after another until one fails.
struct RandomSearch: Sendable {
  private let first: UInt64
  private let count: Int
  private var handedOut = 0
  private var underway: Set<Int> = []
  private var failed: Int?

  /// A search of `count` seeds from `first` on. After the greatest number comes 0.
  init(first: UInt64 = 0, count: Int) {
    self.first = first
    self.count = count
  }

  var explored: Int {
    let end = failed.map { $0 + 1 } ?? handedOut
    return end - underway.count { $0 < end }
  }

  var failure: UInt64? { failed.map { first &+ UInt64($0) } }

  /// True if the result stands. Seeds that are still being tried then cannot change it.
  var isFinished: Bool { explored >= failed.map { $0 + 1 } ?? count }

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
