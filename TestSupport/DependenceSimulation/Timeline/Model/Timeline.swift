/// The layout of a run's diagram, with a row for each task or actor and a column for each block of
/// consecutive steps.
///
/// A timeline counts time in *moments*. At moment 2 × *n*, block *n* has been chosen but has not
/// run yet. At moment 2 × *n* + 1, block *n* has run.
struct Timeline: Sendable {
  /// Consecutive steps of one task or actor, with no other task running in between. The diagram
  /// shows them as one box.
  struct Block: Sendable, Hashable {
    enum Turn: Sendable, Hashable {
      case only
      case next
      case preempting(Int)
    }

    let first: Step
    var steps: Range<Int>
    var ending: Step.Ending
    var woken: [Int] = []
    var functions: [String] = []
    var decisions: [Decision] = []

    struct Decision: Sendable, Hashable {
      /// The index of the decision (a value that the simulation chose for the test) among the steps
      /// in the run's record.
      let step: Int
      let text: String
    }

    var row: Int { first.participant }
    var time: Duration { first.time }
    var executor: Step.Executor { first.executor }
    var candidates: Int { first.candidates.count }

    var turn: Turn {
      if candidates < 2 { return .only }
      return first.choice > 0 ? .preempting(first.candidates[0]) : .next
    }

    var isPreempting: Bool { first.choice > 0 }
  }

  var rows: [Row]
  var blocks: [Block] = []
  let end: Duration
  let ending: RunRecord.Ending
  let isTruncated: Bool
  let failure: String?

  var steps: Int { blocks.last?.steps.upperBound ?? 0 }

  /// Returns `true` if virtual time advanced immediately before the given block.
  func isJump(_ block: Int) -> Bool {
    blocks[block].time != (block == 0 ? .zero : blocks[block - 1].time)
  }

  /// Returns the rows (tasks and actors) to show in a diagram of the given blocks, and the number
  /// of further rows that do not fit.
  ///
  /// At most `limit` rows are shown. Tasks and actors that run in these blocks take precedence,
  /// followed by those that are woken or preempted, and then by those that only wait.
  func rows(in range: Range<Int>, limit: Int) -> (shown: [Int], omitted: Int) {
    var running: Set<Int> = []
    var touched: Set<Int> = []
    for block in blocks[range] {
      running.insert(block.row)
      touched.formUnion(block.woken)
      if case .preempting(let row) = block.turn { touched.insert(row) }
    }
    touched.subtract(running)
    let waiting = rows.indices.filter { row in
      !running.contains(row) && !touched.contains(row) && rows[row].isThere(in: range)
    }
    let byRank = [running.sorted(), touched.sorted(), waiting].joined()
    return (byRank.prefix(limit).sorted(), max(0, byRank.count - limit))
  }
}
