/// What a step did that others can notice.
///
/// Two steps that can run in either order, and that touch nothing in common, do the same in both
/// orders, if tasks share nothing but actors and wake each other for the rest.
struct StepEffect: Sendable, Hashable {
  /// Who ran, became able to run or came to its end, by number; −1 for the main actor.
  fileprivate(set) var touched: Set<Int>
  /// The actors that were able to run anyway: nobody wakes them who gives them one more job.
  fileprivate(set) var nearby: Set<Int>
  /// How many tasks it made.
  fileprivate(set) var made: Int
  fileprivate(set) var ending: Step.Ending
  /// Whether it may have touched anything: because the run ended with it, and so for everybody, or
  /// because somebody became able to run of whom nothing was known before.
  fileprivate(set) var touchesAll: Bool

  /// Whether this step and the other one do the same in either order.
  func commutes(with other: StepEffect) -> Bool {
    if touchesAll || other.touchesAll { return false }
    return touched.union(nearby).isDisjoint(with: other.touched.union(other.nearby))
  }

  /// Whether the other step looks like the same one, taken at another time.
  func isSame(as other: StepEffect) -> Bool {
    touched == other.touched && made == other.made && ending == other.ending
  }
}

/// Reads the effects of a run's steps, one after the other.
struct StepEffects {
  private let record: RunRecord
  private var index: Int
  /// How many participants have appeared.
  private var known = 0

  /// - Parameter start: The first step to read.
  init(of record: RunRecord, from start: Int) {
    self.record = record
    index = start
    for step in record.steps[..<start] {
      appear(step.candidates)
      appear(step.woke)
    }
  }

  /// The effect of the next step, of which there must be one.
  mutating func next() -> StepEffect {
    let step = record.steps[index]
    defer { index += 1 }
    appear(step.candidates)
    let new = step.woke.filter { $0 >= known }
    appear(step.woke)
    // Nobody else can have touched a task before it was made.
    let made = new.filter { isTask($0, of: step.participant) }
    var touched = Set(step.woke).subtracting(made)
    touched.formUnion(step.ended)
    touched.insert(step.participant)
    if step.place == .mainActor { touched.insert(-1) }
    return StepEffect(
      touched: touched,
      nearby: Set(step.candidates.filter { $0 != step.participant && isActor($0) }),
      made: made.count,
      ending: step.ending,
      touchesAll: made.count < new.count || index == record.steps.count - 1
    )
  }

  private mutating func appear(_ numbers: [Int]) {
    known = max(known, (numbers.max() ?? -1) + 1)
  }

  private func isTask(_ number: Int, of parent: Int) -> Bool {
    guard record.participants.indices.contains(number) else { return false }
    return record.participants[number].kind == .task
      && record.participants[number].parent == parent
  }

  private func isActor(_ number: Int) -> Bool {
    record.participants.indices.contains(number) && record.participants[number].kind == .actor
  }
}
