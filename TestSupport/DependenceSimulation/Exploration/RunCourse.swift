/// The course of a run after each of its choices, in numbers that are easy to compare.
struct RunCourse: Sendable {
  struct Stretch: Sendable, Hashable {
    let choices: UInt64
    /// Stands for who ran, when and where, and who could have been chosen then.
    let sight: UInt64
    let step: Int
  }

  private(set) var stretches: [Stretch] = []
  let choices: UInt64

  init(_ record: RunRecord) {
    var choices = Mixer()
    var sight = Mixer()
    var start = 0
    for (index, step) in record.steps.enumerated() {
      sight.add(step.time.attoseconds)
      for candidate in step.candidates { sight.add(candidate) }
      if step.candidates.count > 1 {
        stretches.append(Stretch(choices: choices.value, sight: sight.value, step: start))
        choices.add(step.choice)
        sight = Mixer()
        start = index
      }
      sight.add(step.place == .mainActor ? -1 : -2)
    }
    // A run that was cut short may have gone on in any way.
    if !record.isTruncated, record.ending != .livelock {
      sight.add(record.ending == .returned ? -3 : -4)
      sight.add(record.end.attoseconds)
      stretches.append(Stretch(choices: choices.value, sight: sight.value, step: start))
    }
    self.choices = choices.value
  }
}

/// The courses of the runs of a search: after the same choices, all of them have to do the same.
struct RunCourses: Sendable {
  private static let limit = 1 << 18

  private var sights: [UInt64: UInt64] = [:]
  private var ends: Set<UInt64> = []

  var distinct: Int { ends.count }

  /// Adds a run.
  ///
  /// - Returns: The step, from 0, from which on it did something else than a run before, after the same choices; nil if
  ///   it did the same.
  mutating func add(_ course: RunCourse) -> Int? {
    for stretch in course.stretches {
      if let sight = sights[stretch.choices] {
        if sight != stretch.sight { return stretch.step }
      } else if sights.count < Self.limit {
        sights[stretch.choices] = stretch.sight
      }
    }
    ends.insert(course.choices)
    return nil
  }
}

extension Duration {
  fileprivate var attoseconds: Int {
    let (seconds, attoseconds) = components
    return Int(truncatingIfNeeded: seconds &* 1_000_000_007 &+ attoseconds)
  }
}

/// A hash that is the same for the same numbers in the same order: the finaliser of SplitMix64.
private struct Mixer {
  private(set) var value: UInt64 = 0x9e37_79b9_7f4a_7c15

  mutating func add(_ number: Int) {
    var bits = value ^ UInt64(bitPattern: Int64(number)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    value = bits ^ bits >> 31
  }
}
