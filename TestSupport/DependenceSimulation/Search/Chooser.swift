import Dependence

/// A schedule at work.
struct Chooser: Sendable {
  // Apart from its data: an enum's payload would be copied out and back in each time.
  private enum Rule {
    case fifo
    case random
    case choices
    case order
  }

  private let rule: Rule
  private var random = SeededRandomNumberGenerator(seed: 0)
  private var choices: [Int] = []
  private var nextChoice = 0
  private let resting: Set<Int>
  private var turns = TurnList([])
  private var step = 0
  /// The first step, from 0, at which the schedule asked for what was not to be had; nil if none did.
  private(set) var divergence: Int?

  init(_ schedule: Schedule) {
    switch schedule.form {
    case .fifo:
      (rule, resting) = (.fifo, [])
    case .random(let seed):
      (rule, resting) = (.random, [])
      random = SeededRandomNumberGenerator(seed: seed)
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
  /// - Parameter candidates: The numbers of the participants that could run, at least one.
  /// - Complexity: O(1) for first in, first out, for chance and for choices, as long as nobody rests;
  ///   else O(*n*) for *n* candidates.
  mutating func choose(among candidates: some RandomAccessCollection<Int>) -> Int {
    defer { step &+= 1 }
    switch rule {
    case .fifo: return 0
    case .random: return candidates.count == 1 ? 0 : random.index(below: candidates.count)
    case .choices: return candidates.count == 1 ? 0 : takeChoice(among: candidates)
    case .order: return takeTurn(among: candidates)
    }
  }

  /// Says that the run has ended: choices or turns that are left over did not fit either.
  mutating func finish() {
    let hasRest = choices[nextChoice...].contains { $0 != 0 } || turns.head != nil
    if hasRest { divergence = divergence ?? step }
  }

  private mutating func takeChoice(among candidates: some RandomAccessCollection<Int>) -> Int {
    guard nextChoice < choices.count else {
      if resting.isEmpty { return 0 }
      return candidates.enumerated().first { !resting.contains($0.element) }?.offset ?? 0
    }
    let choice = choices[nextChoice]
    nextChoice += 1
    if choice < candidates.count { return choice }
    divergence = divergence ?? step
    return candidates.count - 1
  }

  private mutating func takeTurn(among candidates: some RandomAccessCollection<Int>) -> Int {
    guard turns.head != nil else { return 0 }
    let turn = turns.take(from: candidates)
    if turn?.isHead != true { divergence = divergence ?? step }
    return turn?.index ?? 0
  }
}

extension SeededRandomNumberGenerator {
  /// A number from 0 to `limit` − 1.
  ///
  /// Not `Int.random(in:using:)`, whose way of getting there may be another one in the next version of
  /// the standard library: a seed must stay what it is. The bias is below *limit* / 2⁶⁴.
  fileprivate mutating func index(below limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }
}
