/// The history of a run as hashes, one for each choice, for fast comparison with other runs.
struct RunCourse: Sendable {
  /// A stretch is the part of the run up to a choice. `sight` is a hash of the participants that
  /// ran or could have run, and of the times and executors of their steps.
  private(set) var stretches: [(choices: Int, sight: Int, step: Int)] = []
  let choices: Int

  init(_ record: RunRecord) {
    var choices = Hasher()
    var sight = Hasher()
    var start = 0
    for (index, step) in record.steps.enumerated() {
      sight.combine(step.time)
      sight.combine(step.candidates)
      if step.candidates.count > 1 {
        stretches.append((choices.value, sight.value, start))
        choices.combine(step.choice)
        start = index
      }
      sight.combine(step.place)
    }
    // The end of a truncated run is not known.
    if !record.isTruncated, record.ending != .livelock {
      sight.combine(record.ending)
      sight.combine(record.end)
      stretches.append((choices.value, sight.value, start))
    }
    self.choices = choices.value
  }
}

/// The histories of the runs of a search. Runs that make the same choices must be equal.
struct RunCourses: Sendable {
  private let limit: Int
  private var sights: [Int: Int] = [:]
  private var ends: Set<Int> = []

  init(limit: Int = 1 << 18) { self.limit = limit }

  var distinct: Int { ends.count }

  /// Adds a run. Returns the index of its first step that differs from an earlier run with the same
  /// choices, or `nil` if there is none.
  mutating func add(_ course: RunCourse) -> Int? {
    for stretch in course.stretches {
      if let sight = sights[stretch.choices] {
        if sight != stretch.sight { return stretch.step }
      } else if sights.count < limit {
        sights[stretch.choices] = stretch.sight
      }
    }
    ends.insert(course.choices)
    return nil
  }
}

extension Hasher {
  /// The hash of the values that were combined so far.
  fileprivate var value: Int {
    let copy = self
    return copy.finalize()
  }
}

extension RunRecord {
  /// Returns a description of the first difference from `other`, or `nil` if the runs are equal.
  func difference(from other: RunRecord) -> String? {
    for (number, (left, right)) in zip(steps, other.steps).enumerated()
    where left.participant != right.participant || left.candidates != right.candidates
      || left.time != right.time
    {
      let first = "\(participants[left.participant].title) at \(left.time)"
      let second = "\(other.participants[right.participant].title) at \(right.time)"
      return "step \(number) was taken by \(first), then by \(second)"
    }
    if steps.count == other.steps.count { return nil }
    return "one took \(steps.count) steps, the other \(other.steps.count)"
  }
}
