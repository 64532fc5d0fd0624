import Dependence

struct Chooser: Sendable {
  // Apart from its data: an enum's payload would be copied out and back in each time.
  private enum Rule {
    case fifo
    case random
    case choices
    case order
  }

  private let rule: Rule
  private var sampler = PrioritySampler(.walk, seed: 0)
  private var choices: [Int] = []
  private var nextChoice = 0
  private let resting: Set<Int>
  private var turns = TurnList([])

  init(_ schedule: Schedule) {
    switch schedule.form {
    case .fifo:
      (rule, resting) = (.fifo, [])
    case .random(let strategy, let seed):
      (rule, resting) = (.random, [])
      sampler = PrioritySampler(strategy, seed: seed)
    case .choices(let choices, let resting):
      (rule, self.resting) = (.choices, Set(resting))
      self.choices = choices
    case .order(let turns):
      (rule, resting) = (.order, [])
      self.turns = TurnList(turns)
    }
  }

  /// The index of the candidate that runs. To be called at every step, also if there is one candidate
  /// only, which uses up no choice and no random number.
  ///
  /// - Parameters:
  ///   - candidates: The numbers of the participants that could run, at least one.
  ///   - resource: What the candidate at an index is known to touch; nil if nothing is.
  /// - Complexity: O(1) for first in, first out, a walk, and choices without resting; else O(*n*).
  mutating func choose(
    among candidates: some RandomAccessCollection<Int>,
    touching resource: (Int) -> Int? = { _ in nil }
  ) -> Int {
    switch rule {
    case .fifo: return 0
    case .random:
      return candidates.count == 1 ? 0 : sampler.choose(among: candidates, touching: resource)
    case .choices: return candidates.count == 1 ? 0 : takeChoice(among: candidates)
    case .order: return turns.take(from: candidates) ?? 0
    }
  }

  private mutating func takeChoice(among candidates: some RandomAccessCollection<Int>) -> Int {
    guard nextChoice < choices.count else {
      if resting.isEmpty { return 0 }
      return candidates.enumerated().first { !resting.contains($0.element) }?.offset ?? 0
    }
    let choice = choices[nextChoice]
    nextChoice += 1
    return min(choice, candidates.count - 1)
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
