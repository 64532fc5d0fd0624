/// The races in a run. A race is a pair of steps of different tasks or actors that could have run
/// in the opposite order.
///
/// Two steps depend on each other if their order may affect the result. They race if the later step
/// depends on the earlier step directly, and not only through a step between them. See Abdulla,
/// Aronis, Jonsson and Sagonas, "Optimal Dynamic Partial Order Reduction", 2014.
struct RunRaces {
  struct Race {
    let first: Int
    /// The tasks and actors that could run in place of the first step to reverse the race: the rest
    /// of the schedule can then run the two steps in the opposite order.
    let initials: [Int]
  }

  private let record: RunRecord
  private let effects: [StepEffect]
  private let width: Int
  private let time: Int?
  /// The vector clocks of all steps, one after another. The clock of a step *s* contains one
  /// element for each task and actor: the index of the last step of this task or actor that happens
  /// before *s*. The element for the task or actor that runs *s* is the index of *s* itself.
  private var clocks: [Int32] = []
  /// For each task or actor, the index of its last step before the latest barrier. A barrier is a
  /// point, such as an advance of virtual time, that orders all earlier steps before all later
  /// steps.
  private var barrier: [Int32]
  private var last: [Int?]
  private var lastOfAll: Int?
  /// The steps since the latest ``barrier`` in which a task began to inject a fault (a cancellation
  /// or a crash). The search must also try to advance virtual time before such a fault. It needs
  /// this list only if time cannot advance while other tasks are ready to run. Otherwise, the list
  /// stays empty.
  private var faults: [Int] = []
  /// The latest uses of each shared resource. For each task or actor, the array contains the last
  /// step that produced the resource and the last step that consumed it. One step may do both.
  private var users: [StepEffect.Resource: [(role: StepEffect.Role, step: Int)]] = [:]

  init(_ record: RunRecord, _ effects: [StepEffect]) {
    self.record = record
    self.effects = effects
    width = record.participants.count
    time = record.participants.firstIndex { $0.kind == .time }
    barrier = Array(repeating: .min, count: width)
    last = Array(repeating: nil, count: width)
  }

  /// Returns the races (pairs of steps that could have run in the opposite order) whose second step
  /// has an index from `start` up to, but not including, `end`.
  ///
  /// - Complexity: O(*n* × *p*) for *n* steps of *p* participants, plus O(*n* × *p*) for each race.
  mutating func find(from start: Int, to end: Int) -> [Race] {
    var races: [Race] = []
    for index in 0..<end {
      let participant = record.steps[index].participant
      // At a barrier, such as an advance of virtual time, all earlier steps happen before this
      // step, so they cannot race with it.
      if index > 0, isBarrier(before: index) {
        if index >= start { races += racesOfFaults(before: index) }
        faults = []
        barrier = last.map { $0.map(Int32.init) ?? .min }
      }
      if !record.isTimeAnytime, last[participant] == nil,
        record.participants[participant].injectsFault
      {
        faults.append(index)
      }
      var clock = barrier
      if let before = last[participant] { join(&clock, with: before) }
      var raced = racesOfPriorities(index, clock)
      for other in predecessors(of: index) where !isBefore(other, clock) {
        // If the other step only begins to await a task that this step ends, the two steps do not
        // race. Do not record that the other step happens before this step either, because earlier
        // steps of the waiting task can still race with this step.
        if isEndAwaited(index, by: other) { continue }
        if effects[index].onlyAwaits(effects[other]) {
          // This step receives the result of one child task, and the other step may have ended
          // another child task. The rest of this task therefore need not happen after the other
          // step.
          if effects[index].awaitsNextChild { continue }
        } else if !isEnabled(index, by: other), !raced.contains(other) {
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
    if end == record.steps.count, end > start { races += racesOfFaults(before: end) }
    return races
  }

  /// Returns a race for each fault (a cancellation or a simulated crash) injected since the latest
  /// ``barrier``, a point that orders all earlier steps before all later ones. The fault races with
  /// the event just before the step at `index`, usually an advance of virtual time or the end of
  /// the run.
  ///
  /// Another schedule can reverse the order of the fault and this event: it first runs the steps
  /// that do not depend on the fault until no other task is ready, then advances time, and only
  /// then injects the fault.
  private func racesOfFaults(before index: Int) -> [Race] {
    faults.compactMap { fault in
      let initials = initials(fault, index - 1, includesSecond: false)
      return initials.isEmpty ? nil : Race(first: fault, initials: initials)
    }
  }

  /// Returns the steps that read a task's priority before the step at `index` raised it. Usually,
  /// the step at `index` raises the priority by beginning to await the task.
  ///
  /// Each returned step races with the step at `index`: if the wait had begun first, the returned
  /// step would have read the higher priority. This is true even if the returned step belongs to
  /// the awaited task, and that task has ended. The end of the task must precede the end of the
  /// wait, but not its beginning.
  ///
  /// - Parameter clock: The vector clock at the beginning of the step at `index`.
  private func racesOfPriorities(_ index: Int, _ clock: [Int32]) -> [Int] {
    let raised = effects[index].raisedPriorities
    if raised.isEmpty { return [] }
    let participant = record.steps[index].participant
    let readers = Set(
      raised.flatMap { users[$0] ?? [] }.filter { $0.role.contains(.consuming) }.map(\.step)
    )
    var clock = clock
    var raced: [Int] = []
    for reader in readers.sorted(by: >)
    where record.steps[reader].participant != participant && !isBefore(reader, clock) {
      raced.append(reader)
      join(&clock, with: reader)
    }
    return raced
  }

  /// Returns the indices of other tasks' and actors' steps that may directly affect the step at
  /// `index`, latest first.
  private func predecessors(of index: Int) -> [Int] {
    var steps: Set<Int> = []
    let effect = effects[index]
    let participant = record.steps[index].participant
    if effect.usesAll {
      steps.formUnion(last.compactMap(\.self))
    } else {
      for use in effect.uses {
        for user in users[use.resource] ?? [] where !user.role.isDisjoint(with: use.role.opposite) {
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
      users[use.resource, default: []].removeAll {
        record.steps[$0.step].participant == participant && use.role.isSuperset(of: $0.role)
      }
      users[use.resource]!.append((use.role, index))
    }
  }

  /// Returns `true` if the step at `other` made the step at `index` ready to run. In that case, the
  /// two steps do not race, because they could not have run in the opposite order.
  private func isEnabled(_ index: Int, by other: Int) -> Bool {
    let participant = record.steps[index].participant
    // A step that begins a sleep makes an advance of virtual time possible. However, if another
    // sleep begins before the advance, the advance would have been possible without the first
    // sleep.
    if participant == time, beginsSleep(in: other + 1..<index) { return false }
    if effects[other].releasedActor == participant { return true }
    if effects[other].releasedActor == Participant.mainActor,
      record.steps[index].executor == .mainActor
    {
      return true
    }
    if record.steps[other].isForced { return record.steps[other].woke.contains(participant) }
    return !record.steps[other].candidates.contains(participant)
      && record.steps[other + 1].candidates.contains(participant)
  }

  /// Returns `true` if a task begins to sleep in one of the steps with these indices.
  private func beginsSleep(in steps: Range<Int>) -> Bool {
    steps.contains { step in
      record.steps[step].participant != time
        && effects[step].uses.contains { $0.resource == .time && $0.role.contains(.producing) }
    }
  }

  /// Returns `true` if the step at `first` begins to await a task that the step at `second` ends,
  /// and the two steps do not affect each other in any other way.
  private func isEndAwaited(_ second: Int, by first: Int) -> Bool {
    let (wait, end) = (record.steps[first], record.steps[second])
    guard wait.ending == .suspended, !wait.uses.isDisjoint(with: [.ends, .children, .nextChild]),
      !end.cancelled.contains(wait.participant)
    else { return false }
    let waiter = end.woke.contains(wait.participant) ? wait.participant : nil
    return effects[first].onlyAwaits(effects[second], waiter: waiter)
  }

  /// Returns `true` if all earlier steps happen before the step at `index`. There are two such
  /// cases: a task has become ready to run although no step woke it, or virtual time has advanced
  /// in a run where it advances only when no task is ready to run.
  private func isBarrier(before index: Int) -> Bool {
    let previous = record.steps[index - 1]
    if record.steps[index].time != previous.time, !record.advancesTimeAnytime { return true }
    var woken = previous.woke
    var last = index - 1
    // Find the last step that the schedule could choose freely. A forced step, which finishes the
    // preempted code of a crashed task, does not record which other tasks could have run.
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
    for participant in 0..<width {
      clock[participant] = max(clock[participant], clocks[start + participant])
    }
  }

  /// Returns the tasks and actors that can run in place of the step at `first`, in schedules that
  /// run the steps at `first` and `second` in the opposite order.
  ///
  /// Such a schedule postpones the step at `first`. It runs the intermediate steps that do not
  /// depend on that step, and then the step at `second`, which may depend on the intermediate ones.
  /// The result contains every task or actor that can run first in this sequence.
  ///
  /// - Parameter includesSecond: Whether the schedule runs the step at `second` even if that step
  ///   depends on the step at `first`, as it does if the two steps race.
  private func initials(_ first: Int, _ second: Int, includesSecond: Bool = true) -> [Int] {
    let origin = record.steps[first].participant
    var firstSteps: [Int: Int] = [:]
    var initials: [Int] = []
    guard first < second else { return [] }
    for step in first + 1...second {
      let start = step * width
      let participant = record.steps[step].participant
      if step < second || !includesSecond, clocks[start + origin] >= first { continue }
      if firstSteps[participant] == nil {
        let depends = firstSteps.contains { other, step in clocks[start + other] >= step }
        if !depends { initials.append(participant) }
        firstSteps[participant] = step
      }
    }
    // Put the task or actor of the second step at the beginning, because running it at once is the
    // most direct way to reverse the race.
    let wanted = record.steps[second].participant
    return initials.contains(wanted) ? [wanted] + initials.filter { $0 != wanted } : initials
  }
}
