import Dependence

struct Chooser: Sendable {
  private var sampler: PrioritySampler?
  private var turns: TurnList?
  private var choices: [Int] = []
  private var nextChoice = 0
  private var resting: Set<Int> = []

  init(_ schedule: Schedule) {
    switch schedule.form {
    case .fifo: break
    case .random(let strategy, let seed): sampler = PrioritySampler(strategy, seed: seed)
    case .choices(let choices, let resting): (self.choices, self.resting) = (choices, Set(resting))
    case .order(let turns): self.turns = TurnList(turns)
    }
  }

  /// The index of the candidate that runs. To be called at every step, also if there is one candidate
  /// only, which uses up no choice and no random number.
  ///
  /// - Parameters:
  ///   - candidates: The numbers of the participants that could run, at least one.
  ///   - isInterrupted: Whether the first candidate was suspended at a scheduling point, in the middle of a step.
  ///   - resource: Returns, for the index of a candidate, the address of the actor that the candidate is about to run on or
  ///     to queue for, or `nil` if there is no such actor.
  /// - Complexity: O(1) for first in, first out, a walk, and choices without resting; else O(*n*).
  mutating func choose(
    among candidates: some RandomAccessCollection<Int>,
    isInterrupted: Bool = false,
    touching resource: (Int) -> Int? = { _ in nil }
  ) -> Int {
    if turns != nil { return turns?.take(from: candidates) ?? 0 }
    if candidates.count == 1 { return 0 }
    if sampler != nil {
      return sampler!.choose(among: candidates, isInterrupted: isInterrupted, touching: resource)
    }
    guard nextChoice < choices.count else {
      if resting.isEmpty { return 0 }
      return candidates.enumerated().first { !resting.contains($0.element) }?.offset ?? 0
    }
    return takeChoice(below: candidates.count)
  }

  /// The index of the element that a decision of a participant takes.
  ///
  /// - Parameter count: The number of elements, at least two.
  mutating func decide(for participant: Int, among count: Int) -> Int {
    if turns != nil { return min(turns!.takeDecision(of: participant), count - 1) }
    if sampler != nil { return sampler!.decide(among: count) }
    return takeChoice(below: count)
  }

  private mutating func takeChoice(below count: Int) -> Int {
    guard nextChoice < choices.count else { return 0 }
    defer { nextChoice += 1 }
    return min(choices[nextChoice], count - 1)
  }
}

extension SeededRandomNumberGenerator {
  /// A number from 0 to `limit` − 1.
  ///
  /// Not `Int.random(in:using:)`, whose way of getting there may be another one in the next version of
  /// the standard library: a seed must stay what it is. The bias is below *limit* / 2⁶⁴.
  mutating func index(below limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }
}
