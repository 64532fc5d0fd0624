import Foundation

/// A shuffle of the allocator's free memory that gives new small objects different addresses than
/// in earlier runs.
///
/// Without shuffling, runs that allocate the same objects get the same addresses. Behavior that
/// depends on an address, such as the order of a set of objects, would then be the same in all
/// runs. Comparing two runs of a schedule would not reveal that the behavior depends on addresses.
enum HeapShuffle {
  private static let sizes = stride(from: 16, through: 512, by: 16)
  // The number of memory blocks of each size to allocate and free. An allocator reuses the most
  // recently freed blocks, and keeps far fewer than this number in its cache. Freeing this many in
  // random order therefore replaces the contents of the cache.
  private static let blocksOfEachSize = 48

  static func perform() {
    var blocks = sizes.flatMap { size in (0..<blocksOfEachSize).map { _ in malloc(size) } }
    blocks.shuffle()
    for block in blocks { free(block) }
  }
}
