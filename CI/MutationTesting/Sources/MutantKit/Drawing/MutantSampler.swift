/// A random selector of the mutations to test. The same seed and the same sources always result in
/// the same selection.
package struct MutantSampler {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Draws up to `count` mutations at random, and returns them in the order in which they were
  /// drawn. Mutations that overlap an earlier one are skipped, because a single build contains all
  /// of them.
  package mutating func draw(_ count: Int, of candidates: [Mutation]) -> [Mutation] {
    var remaining = candidates
    var drawn: [Mutation] = []
    while drawn.count < count, !remaining.isEmpty {
      remaining.swapAt(Int(next() % UInt64(remaining.count)), remaining.count - 1)
      let candidate = remaining.removeLast()
      if !drawn.contains(where: { $0.overlaps(candidate) }) { drawn.append(candidate) }
    }
    return drawn
  }

  // Uses SplitMix64, which needs little code and generates the same numbers on all platforms.
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

extension Mutation {
  /// Returns `true` if this mutation and `other` change some of the same code, so that a build
  /// cannot contain both. An insertion also overlaps a mutation of the code directly before or
  /// after it.
  func overlaps(_ other: Mutation) -> Bool {
    guard file == other.file else { return false }
    if range.isEmpty || other.range.isEmpty {
      return range.lowerBound <= other.range.upperBound
        && other.range.lowerBound <= range.upperBound
    }
    return range.overlaps(other.range)
  }
}
