/// The effect of a step that others can notice, and the things on which it depended.
///
/// Two steps that can run in either order, and that have nothing in common, do the same in both orders.
struct StepEffect: Sendable, Hashable {
  /// Something that steps can have in common.
  enum Thing: Sendable, Hashable {
    /// A task or an actor; −1 for the main actor.
    case participant(Int)
    /// The order in the line of an actor.
    case line(of: Int)
    /// The ends of a task's children, which nobody else can await.
    case childEnds(of: Int)
    /// The ends of all other tasks.
    case ends
    case streams
    /// Continuations that are resumed before their tasks wait for them.
    case continuations
    case time
    /// An actor that its task leaves when it is in line for the next one.
    case departure(from: Int)
    /// Everything of which nobody tells a simulation: locks, atomics, variables.
    case memory
  }

  /// The way a step uses a thing: steps on opposite sides depend on each other.
  struct Sides: OptionSet, Sendable, Hashable {
    let rawValue: UInt8

    static let giving = Sides(rawValue: 1)
    static let taking = Sides(rawValue: 2)
    static let both: Sides = [.giving, .taking]

    var opposite: Sides { Sides(rawValue: rawValue << 1 | rawValue >> 1) }
  }

  struct Use: Sendable, Hashable {
    let thing: Thing
    let sides: Sides
  }

  fileprivate(set) var uses: [Use] = []
  /// The number of tasks and actors that it made.
  fileprivate(set) var made = 0
  fileprivate(set) var ending: Step.Ending
  /// True if it may have used anything: because the run ended with it, and so for everybody, or
  /// because somebody became able to run of whom nothing was known before.
  fileprivate(set) var usesAll = false
  /// True if its task runs on no actor, so that nobody notices whether it had to wait for what it awaits.
  fileprivate(set) var awaitsUnnoticed = false
  /// The actor whose next turn it made possible, as its task left it.
  fileprivate(set) var left: Int?

  /// True if this step and the other one do the same in either order.
  func commutes(with other: StepEffect) -> Bool {
    if usesAll || other.usesAll { return false }
    return uses.allSatisfy { use in
      let opposite = use.sides.opposite
      return other.uses.allSatisfy { $0.thing != use.thing || opposite.isDisjoint(with: $0.sides) }
    }
  }

  /// True if this step and the other one depend on each other only as this one awaits an end that the other one is.
  ///
  /// In one order it waits for that end, and in the other it does not have to; what it does then is the same.
  ///
  /// - Parameter waiter: The participant of this step, if the other one ends its wait.
  func onlyAwaits(_ other: StepEffect, waiter: Int? = nil) -> Bool {
    guard awaitsUnnoticed, !usesAll, !other.usesAll else { return false }
    return uses.allSatisfy { use in
      switch use.thing {
      case .ends where use.sides == .taking, .childEnds where use.sides == .taking: return true
      case .participant(waiter): return true
      default: break
      }
      let opposite = use.sides.opposite
      return other.uses.allSatisfy { $0.thing != use.thing || opposite.isDisjoint(with: $0.sides) }
    }
  }

  /// True if the other step looks like the same one, taken at another time.
  func isSame(as other: StepEffect) -> Bool {
    uses == other.uses && made == other.made && ending == other.ending
  }

  fileprivate mutating func use(_ thing: Thing, _ sides: Sides = .both) {
    let use = Use(thing: thing, sides: sides)
    if !uses.contains(use) { uses.append(use) }
  }
}

extension RunRecord {
  /// The effects of the steps.
  func effects(pruning: Exploration.Pruning) -> [StepEffect] {
    var known = 0
    return steps.indices.map { index in
      let step = steps[index]
      known = step.candidates.reduce(known) { max($0, $1 + 1) }
      var effect = effect(of: step, known: step.known ?? known, pruning)
      known = (step.woke + step.lines).reduce(known) { max($0, $1 + 1) }
      if index == steps.count - 1 { effect.usesAll = true }
      return effect
    }
  }

  /// - Parameter known: The number of participants before the step.
  private func effect(of step: Step, known: Int, _ pruning: Exploration.Pruning) -> StepEffect {
    var effect = StepEffect(ending: step.ending)
    effect.use(.participant(step.participant))
    // Nobody else can have used what it has made.
    for number in step.woke.sorted() where !isActor(number) {
      if number < known {
        effect.use(.participant(number))
      } else if isMade(number, by: step.participant) {
        effect.made += 1
      } else {
        effect.usesAll = true
      }
    }
    for actor in step.lines.sorted() {
      if actor < known {
        effect.use(.line(of: actor))
        // Work that was queued earlier runs first only if the actor begins it before this step. The order of this step
        // and the steps of the actor therefore matters.
        if step.overtaken.contains(actor) { effect.use(.participant(actor)) }
      } else if !isMade(actor, by: step.participant) {
        effect.usesAll = true
      }
    }
    if let left = step.left {
      effect.use(.departure(from: left), .giving)
      effect.left = left
    }
    if participant(step.participant)?.kind == .time {
      effect.use(.time)
    } else if !step.isHop {
      addUses(of: step, to: &effect)
      // The second phase of a search takes the steps of tasks that share memory for indivisible.
      let sharesMemory = pruning == .hops || pruning == .automatic && !step.continuesStep
      if sharesMemory { effect.use(.memory) }
    }
    return effect
  }

  /// Adds what the code of a step used.
  private func addUses(of step: Step, to effect: inout StepEffect) {
    if let served = step.served { effect.use(.participant(served)) }
    let actor = step.place == .mainActor ? -1 : isActor(step.participant) ? step.participant : nil
    effect.awaitsUnnoticed = interruptsSteps && actor == nil
    if let actor {
      effect.use(.participant(actor))
      effect.use(.departure(from: actor), .taking)
    }
    // Without scheduling points, an await is in the middle of a step, and nobody knows in which one.
    if !interruptsSteps || step.uses.contains(.children) {
      effect.use(.childEnds(of: step.served ?? step.participant), .taking)
    }
    for number in (step.ending == .finished ? [step.participant] : []) + step.ended {
      effect.use(.participant(number))
      if let parent = participant(number)?.childOf {
        // The children of a group are handed out in the order of their ends.
        let isOrdered = participant(number)?.isAsyncLet == false
        effect.use(.childEnds(of: parent), isOrdered ? .both : .giving)
      } else {
        effect.use(.ends, .giving)
      }
    }
    for number in step.cancelled { effect.use(.participant(number)) }
    if step.uses.contains(.ends) { effect.use(.ends, .taking) }
    // Who is cancelled ends the stream that it waits for.
    if step.uses.contains(.streams) || !step.cancelled.isEmpty { effect.use(.streams) }
    if step.uses.contains(.time) { effect.use(.time, .giving) }
    if step.uses.contains(.resumption) { effect.use(.continuations, .giving) }
    if step.uses.contains(.continuation) { effect.use(.continuations, .taking) }
    if let inner = step.inner { effect.use(.participant(inner)) }
  }

  private func participant(_ number: Int) -> Participant? {
    participants.indices.contains(number) ? participants[number] : nil
  }

  private func isMade(_ number: Int, by parent: Int) -> Bool {
    participant(number).map { $0.kind != .job && $0.parent == parent } ?? false
  }

  private func isActor(_ number: Int) -> Bool { participant(number)?.kind == .actor }
}
