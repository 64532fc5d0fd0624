/// A run as a picture shows it: a row for each participant, a column for each block of steps.
///
/// Time is counted in *moments*: moment 2 × *n* is when block *n* is about to run, and has been chosen
/// from those who could; moment 2 × *n* + 1 is when it has run.
struct Timeline: Sendable, Hashable {
  /// Steps of one participant, one after the other, with nobody else to choose in between.
  struct Block: Sendable, Hashable {
    /// How the schedule came to choose it.
    enum Turn: Sendable, Hashable {
      /// Nobody else could have run.
      case only
      /// It was the first who could run, of several.
      case next
      /// It ran before a row that had been able to run for longer.
      case overtook(Int)
    }

    let row: Int
    /// From 0.
    var steps: Range<Int>
    let time: Duration
    let place: Step.Place
    let turn: Turn
    /// How many could have run, itself included.
    let candidates: Int
    /// How its last step left who ran.
    var ending: Step.Ending
    /// The other rows that it made able to run, in the order in which it did.
    var woken: [Int] = []
  }

  var rows: [Row]
  var blocks: [Block] = []
  let end: Duration
  let ending: RunRecord.Ending
}

extension Timeline {
  /// How many steps were taken.
  var steps: Int { blocks.last?.steps.upperBound ?? 0 }

  /// Whether virtual time moved just before a block.
  func isJump(_ block: Int) -> Bool {
    blocks[block].time != (block == 0 ? .zero : blocks[block - 1].time)
  }

  /// The rows that a picture of some blocks shows, at most `limit`, and how many it leaves out.
  ///
  /// Who runs goes before who wakes or is passed over, and that before who only waits.
  func rows(in range: Range<Int>, limit: Int) -> (shown: [Int], omitted: Int) {
    var running: Set<Int> = []
    var touched: Set<Int> = []
    for block in blocks[range] {
      running.insert(block.row)
      touched.formUnion(block.woken)
      if case .overtook(let row) = block.turn { touched.insert(row) }
    }
    touched.subtract(running)
    let waiting = rows.indices.filter { row in
      !running.contains(row) && !touched.contains(row) && rows[row].isThere(in: range)
    }
    let byRank = [running.sorted(), touched.sorted(), waiting].joined()
    return (byRank.prefix(limit).sorted(), max(0, byRank.count - limit))
  }
}
