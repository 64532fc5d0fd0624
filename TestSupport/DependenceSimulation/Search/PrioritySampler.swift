import Dependence

/// The state of a random strategy, which may run the participant with the highest priority.
struct PrioritySampler: Sendable {
  private let strategy: Strategy
  private var random: SeededRandomNumberGenerator
  /// The priorities of the participants from −1 on. 0 means that a participant has none yet.
  private var priorities: [UInt64] = []
  /// The low priorities that participants get, by the index of the choice at which they get them.
  private var changes: [Int: UInt64] = [:]
  private var choices = 0
  /// The participant that last had the highest priority, and the number of times in a row.
  private var last: (slot: Int, times: Int)?

  init(_ strategy: Strategy, seed: UInt64) {
    self.strategy = strategy
    random = SeededRandomNumberGenerator(seed: seed)
    guard case .priorities(let depth, let length) = strategy else { return }
    for low in 1..<depth { changes[random.index(below: length)] = UInt64(low) }
  }

  /// The number of turns in a row after which chance decides. A participant that yields so often
  /// may be waiting for another one.
  private static let patience = 32

  /// A random walk continues an interrupted step without a choice, except at one scheduling point
  /// in four. Most steps have several scheduling points. If the walk chose at each of them, it
  /// would hardly ever run a step without interruption.
  private static let interruptionPeriod = 4

  /// Returns the index of the candidate that runs, among two or more.
  ///
  /// The parameters are those of ``Chooser/choose(among:isInterrupted:touching:)``.
  ///
  /// - Complexity: O(*n*) for *n* candidates.
  mutating func choose(
    among candidates: some RandomAccessCollection<Int>,
    isInterrupted: Bool = false,
    touching resource: (Int) -> Int?
  ) -> Int {
    defer { choices += 1 }
    switch strategy {
    case .walk:
      if isInterrupted, random.index(below: Self.interruptionPeriod) > 0 { return 0 }
      return random.index(below: candidates.count)
    case .partialOrder: return chooseStep(among: candidates, touching: resource)
    case .priorities(_, let length):
      // A participant that yields to wait for another one could prevent it from running forever.
      if choices > 2 * length + 64 { return random.index(below: candidates.count) }
      let index = highest(of: candidates)
      guard let low = changes[choices] else { return index }
      priorities[Self.slot(candidates, index)] = low
      return highest(of: candidates)
    }
  }

  /// Returns the index of the element that a decision takes. All elements are equally likely.
  mutating func decide(among count: Int) -> Int { random.index(below: count) }

  private mutating func chooseStep(
    among candidates: some RandomAccessCollection<Int>,
    touching resource: (Int) -> Int?
  ) -> Int {
    var index = highest(of: candidates)
    let runner = Self.slot(candidates, index)
    let before = last.flatMap { $0.slot == runner ? $0.times : nil } ?? 0
    last = (runner, before + 1)
    if before >= Self.patience { index = random.index(below: candidates.count) }
    if let touched = resource(index) {
      for other in 0..<candidates.count where resource(other) == touched {
        priorities[Self.slot(candidates, other)] = 0
      }
    }
    priorities[Self.slot(candidates, index)] = 0
    return index
  }

  /// Returns the index of the candidate with the highest priority, and sets missing priorities.
  private mutating func highest(of candidates: some RandomAccessCollection<Int>) -> Int {
    var best = 0
    for (index, candidate) in candidates.enumerated() {
      let slot = candidate + 1
      while slot >= priorities.count { priorities.append(0) }
      // The highest bit puts a new priority above all those in `changes`.
      if priorities[slot] == 0 { priorities[slot] = random.next() | 1 << 63 }
      if priorities[slot] > priorities[Self.slot(candidates, best)] { best = index }
    }
    return best
  }

  private static func slot(_ candidates: some RandomAccessCollection<Int>, _ index: Int) -> Int {
    candidates[candidates.index(candidates.startIndex, offsetBy: index)] + 1
  }
}
