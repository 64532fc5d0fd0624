/// Blocks that stand side by side in a picture, in a strip as wide as the page.
struct TimelineBand: Sendable, Hashable {
  struct Mark: Sendable, Hashable {
    let block: Int
    let time: Duration
    let isJump: Bool
  }

  private(set) var blocks: Range<Int>
  private(set) var offsets: [Int]
  private(set) var marks: [Mark]
  private(set) var width: Int

  func offset(of block: Int) -> Int { offsets[block - blocks.lowerBound] }
}

extension TimelineBand {
  /// Measures of a picture, in characters or pixels.
  struct Ruler: Sendable {
    let width: Int
    /// From the beginning of a block to that of the next.
    let pitch: Int
    let gap: Int
    let room: @Sendable (Duration) -> Int
  }

  /// Folds some blocks into bands, of which each has one block at least.
  static func fold(_ blocks: Range<Int>, of timeline: Timeline, by ruler: Ruler) -> [TimelineBand] {
    var bands: [TimelineBand] = []
    for block in blocks {
      let isJump = timeline.isJump(block)
      let time = timeline.blocks[block].time
      if let last = bands.indices.last, bands[last].extend(to: block, time, isJump, by: ruler) {
        continue
      }
      bands.append(TimelineBand(block, time, isJump, by: ruler))
    }
    return bands
  }

  private init(_ block: Int, _ time: Duration, _ isJump: Bool, by ruler: Ruler) {
    blocks = block..<block + 1
    offsets = [0]
    marks = [Mark(block: block, time: time, isJump: isJump)]
    width = max(ruler.pitch, ruler.room(time))
  }

  /// Adds a block, unless there is no room.
  private mutating func extend(
    to block: Int,
    _ time: Duration,
    _ isJump: Bool,
    by ruler: Ruler
  ) -> Bool {
    let last = marks[marks.count - 1]
    var offset = offsets[offsets.count - 1] + ruler.pitch
    var end = max(width, offset + ruler.pitch)
    if isJump {
      // The time before stands above its blocks, and must not run into this one.
      offset = max(offset, self.offset(of: last.block) + ruler.room(last.time)) + ruler.gap
      end = offset + max(ruler.pitch, ruler.room(time))
    }
    guard end <= ruler.width else { return false }
    blocks = blocks.lowerBound..<block + 1
    offsets.append(offset)
    if isJump { marks.append(Mark(block: block, time: time, isJump: true)) }
    width = end
    return true
  }
}
