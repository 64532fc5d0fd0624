import Dependence
import Foundation

/// Mixes up where the next small objects will lie.
///
/// An allocator hands out the same addresses to runs that do the same, so that what follows from an address, such as the
/// order of a set, looks as if it followed from the schedule.
enum HeapShuffle {
  private static let sizes = stride(from: 16, through: 512, by: 16)
  // Many more than an allocator keeps at hand: which of them it does is then another matter each time.
  private static let blocksOfEachSize = 48

  static func perform(seed: UInt64) {
    var random = SeededRandomNumberGenerator(seed: seed)
    var blocks = sizes.flatMap { size in (0..<blocksOfEachSize).map { _ in malloc(size) } }
    blocks.shuffle(using: &random)
    for block in blocks { free(block) }
  }
}
