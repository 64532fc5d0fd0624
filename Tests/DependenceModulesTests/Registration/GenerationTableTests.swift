@testable import DependenceModules
import Dependence
import Testing

struct GenerationTableTests {
  private func registration(_ number: Int) -> Registration<Int> {
    Registration(.value { number }, at: SourceSite())
  }

  /// Returns the generation in which the override of `slot` at `generation` was registered, and the
  /// number that it registers. Returns `nil` if the slot is not overridden.
  private func override(_ table: GenerationTable, _ slot: Int, at generation: Int) -> [Int]? {
    table.override(of: slot, at: generation).map { override in
      guard case .value(let number)? = (override.registration as? Registration<Int>)?.making
      else { return [override.generation] }
      return [override.generation, number()]
    }
  }

  @Test func `an override increments only the generation of its slot`() {
    var table = GenerationTable()

    table.override(1, by: registration(10))

    #expect(table.generation(of: 1) == 1)
    #expect(table.generation(of: 2) == 0)
    #expect(override(table, 1, at: 0) == nil)
    #expect(override(table, 1, at: 1) == [1, 10])
    #expect(override(table, 2, at: 0) == nil)
  }

  @Test func `a resetting override increments all generations and keeps other overrides`() {
    var table = GenerationTable()
    table.override(1, by: registration(10))

    table.override(2, by: registration(20), resettingAll: true)

    #expect(table.generation(of: 1) == 2)
    #expect(table.generation(of: 2) == 1)
    #expect(table.generation(of: 3) == 1)
    #expect(override(table, 1, at: 2) == [1, 10])
    #expect(override(table, 2, at: 1) == [1, 20])
  }

  @Test func `a reset increments all generations and removes the overrides`() {
    var table = GenerationTable()
    table.override(1, by: registration(10))

    table.reset()

    #expect(table.generation(of: 1) == 2)
    #expect(override(table, 1, at: 2) == nil)
    // A factory that still runs for the previous generation uses the override of that generation.
    #expect(override(table, 1, at: 1) == [1, 10])

    table.override(1, by: registration(11))
    #expect(override(table, 1, at: 3) == [3, 11])
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `random operations match a simple reference model`(seed: UInt64) {
    var random = Random(state: seed)
    var table = GenerationTable()
    var current: [Int: Int] = [:]
    var seen: [Int: Set<Int>] = [:]
    for step in 0..<40 {
      let slot = Int.random(in: 0..<3, using: &random)
      let before = (0..<3).map(table.generation)
      let kind = Int.random(in: 0..<4, using: &random)
      switch kind {
      case 0, 1:
        table.override(slot, by: registration(step))
        current[slot] = step
      case 2:
        table.override(slot, by: registration(step), resettingAll: true)
        current[slot] = step
      default:
        table.reset()
        current = [:]
      }
      for other in 0..<3 {
        let generation = table.generation(of: other)
        let isMoved = kind > 1 || other == slot
        #expect(generation == before[other] + (isMoved ? 1 : 0))
        #expect(override(table, other, at: generation)?.last == current[other])
        // Generations never repeat, so that a value of an older generation is never used again.
        if isMoved { #expect(seen[other, default: []].insert(generation).inserted) }
      }
    }
  }
}

struct Random: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    // The algorithm is SplitMix64 by Steele, Lea and Flood.
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed &>> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed &>> 31)
  }
}
