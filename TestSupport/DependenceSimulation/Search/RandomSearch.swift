/// A search for the first seed whose random schedule fails. Any number of workers can share one
/// search.
///
/// The number of workers does not affect the result, which is the same as if a single worker tried
/// the seeds in order until one failed.
struct RandomSearch: Sendable {
  private let first: UInt64
  private let count: Int
  private var handedOut = 0
  private var unfinished: Set<Int> = []
  private var failed: Int?

  /// Creates a search of `count` consecutive seeds, starting with `first`. After the greatest
  /// possible seed, the sequence continues with 0.
  init(first: UInt64 = 0, count: Int) {
    self.first = first
    self.count = count
  }

  var explored: Int {
    let end = failed.map { $0 + 1 } ?? handedOut
    return end - unfinished.count { $0 < end }
  }

  var failure: UInt64? { failed.map { first &+ UInt64($0) } }

  mutating func next() -> UInt64? {
    guard failed == nil, handedOut < count else { return nil }
    defer { handedOut += 1 }
    unfinished.insert(handedOut)
    return first &+ UInt64(handedOut)
  }

  /// Records whether the run with this seed failed. Has no effect if no run with this seed is in
  /// progress.
  mutating func finish(_ seed: UInt64, hasFailed: Bool) {
    guard let index = Int(exactly: seed &- first), unfinished.remove(index) != nil else { return }
    if hasFailed { failed = min(index, failed ?? index) }
  }
}
