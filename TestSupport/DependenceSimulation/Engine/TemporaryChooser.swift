import Dependence

public struct Schedule: Sendable, Hashable {
  enum Kind: Hashable { case fifo, random(UInt64), choices([Int]) }
  let kind: Kind
  public static let fifo = Schedule(kind: .fifo)
  public static func random(seed: UInt64) -> Schedule { Schedule(kind: .random(seed)) }
}
struct Chooser: Sendable {
  enum Kind { case fifo, random(SeededRandomNumberGenerator) }
  var kind: Kind
  var seesEveryStep: Bool { false }
  init(_ schedule: Schedule) {
    switch schedule.kind {
    case .random(let seed): kind = .random(SeededRandomNumberGenerator(seed: seed))
    default: kind = .fifo
    }
  }
  mutating func choose(among candidates: Candidates) -> Int {
    switch kind {
    case .fifo: return 0
    case .random(var generator):
      let index = Int(generator.next() % UInt64(candidates.count))
      kind = .random(generator)
      return index
    }
  }
}
