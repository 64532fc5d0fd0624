/// A horizontal strip of a run's diagram, with as many blocks of consecutive steps as fit side by
/// side on the page.
struct TimelineBand: Sendable, Hashable {
  private(set) var blocks: Range<Int>
  private(set) var offsets = [0]
  /// The indices of the blocks that have a time label above them: the first block in the strip, and
  /// each block preceded by an advance of virtual time.
  private(set) var marks: [Int]
  private(set) var width: Int

  func offset(of block: Int) -> Int { offsets[block - blocks.lowerBound] }

  struct Ruler: Sendable {
    let width: Int
    /// The usual distance between the left edges of two consecutive blocks of steps. If virtual
    /// time advances between the two blocks, the distance is larger by at least `gap`.
    let pitch: Int
    let gap: Int
    let room: @Sendable (Duration) -> Int
  }

  /// Breaks a sequence of blocks into horizontal strips that fit the page width, much as text is
  /// broken into lines. Each strip contains at least one block.
  static func fold(_ blocks: Range<Int>, of timeline: Timeline, by ruler: Ruler) -> [TimelineBand] {
    var bands: [TimelineBand] = []
    for block in blocks {
      if let last = bands.indices.last, bands[last].extend(to: block, of: timeline, by: ruler) {
        continue
      }
      let width = max(ruler.pitch, ruler.room(timeline.blocks[block].time))
      bands.append(TimelineBand(blocks: block..<block + 1, marks: [block], width: width))
    }
    return bands
  }

  /// Adds a block of steps to the strip if there is room. Returns `true` if the block was added.
  private mutating func extend(to block: Int, of timeline: Timeline, by ruler: Ruler) -> Bool {
    let isJump = timeline.isJump(block)
    var offset = offsets[offsets.count - 1] + ruler.pitch
    var end = max(width, offset + ruler.pitch)
    if isJump {
      // Move the block to the right if the previous time label would otherwise overlap this block's
      // time label.
      let last = marks[marks.count - 1]
      let lastEnd = self.offset(of: last) + ruler.room(timeline.blocks[last].time)
      offset = max(offset, lastEnd) + ruler.gap
      end = offset + max(ruler.pitch, ruler.room(timeline.blocks[block].time))
    }
    guard end <= ruler.width else { return false }
    blocks = blocks.lowerBound..<block + 1
    offsets.append(offset)
    if isJump { marks.append(block) }
    width = end
    return true
  }
}
