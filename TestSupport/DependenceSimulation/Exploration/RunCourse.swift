/// The course of a run after each of its choices, in numbers that are easy to compare.
struct RunCourse: Sendable {
  /// The sight stands for who ran so far, when and where, and who could have been chosen.
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
    // A run that was cut short may have gone on in any way.
    if !record.isTruncated, record.ending != .livelock {
      sight.combine(record.ending)
      sight.combine(record.end)
      stretches.append((choices.value, sight.value, start))
    }
    self.choices = choices.value
  }
}

/// The courses of the runs of a search: after the same choices, all of them have to do the same.
struct RunCourses: Sendable {
  private let limit: Int
  private var sights: [Int: Int] = [:]
  private var ends: Set<Int> = []

  init(limit: Int = 1 << 18) { self.limit = limit }

  var distinct: Int { ends.count }

  /// Adds a run, and finds its first step, from 0, that was another one after the same choices.
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
  /// The hash so far.
  fileprivate var value: Int {
    let copy = self
    return copy.finalize()
  }
}

extension RunRecord {
  /// The first difference from a run that should be the same; nil if there is none.
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
