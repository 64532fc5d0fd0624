/// A binary search for the shortest beginning after which first in, first out fails, too.
///
/// Where longer beginnings do not always fail when shorter ones do, it finds some such beginning.
struct PrefixSearch: Sendable {
  private var lower = 0
  private var upper: Int

  /// - Parameter count: A length that fails.
  init(count: Int) {
    upper = count
  }

  /// The length to try; nil when the shortest is known.
  var length: Int? { lower < upper ? lower + (upper - lower) / 2 : nil }

  /// Says whether ``length`` has failed.
  mutating func narrow(hasFailed: Bool) {
    guard let length else { return }
    if hasFailed { upper = length } else { lower = length + 1 }
  }
}
