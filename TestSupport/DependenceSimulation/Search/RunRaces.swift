/// The pairs of steps of a run that could have happened in the other order.
///
/// After Abdulla, Aronis, Jonsson and Sagonas, "Optimal Dynamic Partial Order Reduction", 2014: two steps race if
/// one depends on the other, and on nothing else that came in between.
struct RunRaces {
  struct Race {
    let first: Int
    /// The participants that could have begun instead of the first step, to take the second before.
    let initials: [Int]
  }

  private let record: RunRecord
  private let effects: [StepEffect]
  private let width: Int
  private let time: Int?
  /// For each step and participant, the last of its steps that had to come before, the step itself included.
  private var clocks: [Int32] = []
  /// The steps before every later one, as time has moved, or some were woken as nobody could run.
  private var barrier: [Int32]
  private var last: [Int?]
  private var lastOfAll: Int?
  /// The last steps that used a thing, on each side.
  private var users: [StepEffect.Thing: [(sides: StepEffect.Sides, step: Int)]] = [:]

  init(_ record: RunRecord, _ effects: [StepEffect]) {
    self.record = record
    self.effects = effects
    width = record.participants.count
    time = record.participants.firstIndex { $0.kind == .time }
    barrier = Array(repeating: .min, count: width)
    last = Array(repeating: nil, count: width)
  }

  /// The races whose second step is one from `start` up to `end`, in order.
  ///
  /// - Complexity: O(*n* × *p*) for *n* steps of *p* participants, and as much for each race.
  mutating func find(from start: Int, to end: Int) -> [Race] {
    var races: [Race] = []
    for index in 0..<end {
      let participant = record.steps[index].participant
      // All that ran so far had to come before.
      if index > 0, isBarrier(before: index) { barrier = last.map { $0.map(Int32.init) ?? .min } }
      var clock = barrier
      if let before = last[participant] { join(&clock, with: before) }
      var raced: [Int] = []
      for other in predecessors(of: index) where !isBefore(other, clock) {
        // What the waiting task did earlier may still race with this step.
        if isEndAwaited(index, by: other) { continue }
        if !isEnabled(index, by: other), !effects[index].onlyAwaits(effects[other]) {
          raced.append(other)
        }
        join(&clock, with: other)
      }
      clock[participant] = Int32(index)
      clocks += clock
      note(index)
      guard index >= start else { continue }
      for other in raced { races.append(Race(first: other, initials: initials(other, index))) }
    }
    return races
  }

  /// The steps on which one may depend at once, the latest first.
  private func predecessors(of index: Int) -> [Int] {
    var steps: Set<Int> = []
    let effect = effects[index]
    let participant = record.steps[index].participant
    if effect.usesAll {
      steps.formUnion(last.compactMap(\.self))
    } else {
      for use in effect.uses {
        for user in users[use.thing] ?? [] where !user.sides.isDisjoint(with: use.sides.opposite) {
          steps.insert(user.step)
        }
      }
      if let lastOfAll { steps.insert(lastOfAll) }
    }
    return steps.filter { record.steps[$0].participant != participant }.sorted(by: >)
  }

  private mutating func note(_ index: Int) {
    let participant = record.steps[index].participant
    last[participant] = index
    if effects[index].usesAll { lastOfAll = index }
    for use in effects[index].uses {
      users[use.thing, default: []].removeAll {
        record.steps[$0.step].participant == participant && use.sides.isSuperset(of: $0.sides)
      }
      users[use.thing]!.append((use.sides, index))
    }
  }

  /// True if one step could not have come before the other, as that made it possible.
  private func isEnabled(_ index: Int, by other: Int) -> Bool {
    let participant = record.steps[index].participant
    if effects[other].left == participant { return true }
    if effects[other].left == -1, record.steps[index].place == .mainActor { return true }
    if record.steps[other].isForced { return record.steps[other].woke.contains(participant) }
    return !record.steps[other].candidates.contains(participant)
      && record.steps[other + 1].candidates.contains(participant)
  }

  /// True if the first of two steps begins to await an end that the second one is, and they have nothing else in common.
  private func isEndAwaited(_ second: Int, by first: Int) -> Bool {
    let (wait, end) = (record.steps[first], record.steps[second])
    guard wait.ending == .suspended, !wait.uses.isDisjoint(with: [.ends, .children]),
      !end.cancelled.contains(wait.participant)
    else { return false }
    let waiter = end.woke.contains(wait.participant) ? wait.participant : nil
    return effects[first].onlyAwaits(effects[second], waiter: waiter)
  }

  /// True if somebody can run whom no step has woken.
  private func isBarrier(before index: Int) -> Bool {
    let previous = record.steps[index - 1]
    if record.steps[index].time != previous.time, time == nil { return true }
    var woken = previous.woke
    var last = index - 1
    // A forced step does not list the others that could have run.
    while record.steps[last].isForced, last > 0 {
      last -= 1
      woken += record.steps[last].woke
    }
    let before = record.steps[last].candidates
    return record.steps[index].candidates.contains {
      $0 != time && !before.contains($0) && !woken.contains($0)
    }
  }

  private func isBefore(_ step: Int, _ clock: [Int32]) -> Bool {
    clock[record.steps[step].participant] >= step
  }

  private func join(_ clock: inout [Int32], with step: Int) {
    let start = step * width
    for number in 0..<width { clock[number] = max(clock[number], clocks[start + number]) }
  }

  /// The participants that can begin a run in which all comes first that does not depend on step
  /// `first`, and step `second` after it.
  private func initials(_ first: Int, _ second: Int) -> [Int] {
    let origin = record.steps[first].participant
    var firstSteps: [Int: Int] = [:]
    var initials: [Int] = []
    for step in first + 1...second {
      let start = step * width
      let participant = record.steps[step].participant
      if step < second, clocks[start + origin] >= first { continue }
      if firstSteps[participant] == nil {
        let depends = firstSteps.contains { number, step in clocks[start + number] >= step }
        if !depends { initials.append(participant) }
        firstSteps[participant] = step
      }
    }
    // The one that is to come first is the best guess.
    let wanted = record.steps[second].participant
    return initials.contains(wanted) ? [wanted] + initials.filter { $0 != wanted } : initials
  }
}
