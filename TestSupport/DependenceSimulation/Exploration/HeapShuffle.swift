import Dependence
import Foundation

/// Changes the addresses that the next small objects get.
///
/// An allocator gives the same addresses to runs that do the same. Behaviour that depends on an
/// address, such as the order of a set, would then appear to depend on the schedule.
enum HeapShuffle {
  private static let sizes = stride(from: 16, through: 512, by: 16)
  // An allocator caches far fewer blocks, so the cached blocks differ each time.
  private static let blocksOfEachSize = 48

  static func perform(seed: UInt64) {
    var random = SeededRandomNumberGenerator(seed: seed)
    var blocks = sizes.flatMap { size in (0..<blocksOfEachSize).map { _ in malloc(size) } }
    blocks.shuffle(using: &random)
    for block in blocks { free(block) }
  }
}
