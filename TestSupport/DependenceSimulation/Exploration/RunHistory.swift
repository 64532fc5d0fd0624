/// A compact summary of a run for comparison with other runs. If the code under test is
/// deterministic, two runs behave the same as long as their schedules make the same choices.
struct RunHistory: Sendable {
  /// The segments of the run, separated by scheduling choices. Each segment ends just before the
  /// next choice, and the last one ends with the run.
  ///
  /// `choicesHash` is a hash of all choices before the end of the segment. `stateHash` is a hash of
  /// the run's observed behavior up to the end of the segment, such as the tasks that were ready to
  /// run. `step` is the index of the first step in the segment.
  private(set) var segments: [(choicesHash: Int, stateHash: Int, step: Int)] = []
  /// A hash of all choices in the run.
  let choicesHash: Int

  init(_ record: RunRecord) {
    var choices = Hasher()
    var stateHash = Hasher()
    var start = 0
    for (index, step) in record.steps.enumerated() {
      stateHash.combine(step.time)
      stateHash.combine(step.candidates)
      stateHash.combine(step.alternativeCount)
      if step.alternativeCount > 1 {
        segments.append((choices.value, stateHash.value, start))
        choices.combine(step.choice)
        start = index
      }
      stateHash.combine(step.executor)
    }
    // If a run was stopped at a limit, or if its record is incomplete, the last recorded step is
    // not the end of the run. Such a run has no segment after its last choice.
    if !record.isTruncated, record.ending != .livelock {
      stateHash.combine(record.ending)
      stateHash.combine(record.end)
      segments.append((choices.value, stateHash.value, start))
    }
    choicesHash = choices.value
  }
}

/// The histories of all runs in a search. Runs of deterministic code that make the same choices
/// have equal histories.
struct RunHistories: Sendable {
  private let limit: Int
  private var stateHashes: [Int: Int] = [:]
  private var ends: Set<Int> = []

  init(limit: Int = 1 << 18) { self.limit = limit }

  var distinct: Int { ends.count }

  /// Adds a run and compares it, segment by segment, with earlier runs that made the same choices
  /// up to that segment. Returns the index of the first step in the first segment that differs, or
  /// `nil` if no segment differs. A difference means that the code under test is not deterministic.
  mutating func add(_ history: RunHistory) -> Int? {
    for segment in history.segments {
      if let stateHash = stateHashes[segment.choicesHash] {
        if stateHash != segment.stateHash { return segment.step }
      } else if stateHashes.count < limit {
        stateHashes[segment.choicesHash] = segment.stateHash
      }
    }
    ends.insert(history.choicesHash)
    return nil
  }
}

extension Hasher {
  /// The hash of the values combined so far. Unlike `finalize()`, this property leaves the hasher
  /// usable.
  fileprivate var value: Int {
    let copy = self
    return copy.finalize()
  }
}
