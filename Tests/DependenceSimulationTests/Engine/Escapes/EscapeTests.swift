@testable import DependenceSimulation
import Testing

struct EscapeTests {
  @Test(arguments: Escape.all)
  func `code runs in the simulation that started it`(_ escape: Escape) async throws {
    for seed in 0..<20 as Range<UInt64> {
      let options = SimulationOptions(escape.options)
      let outcome = await SimulatedRun(.random(seed: seed), options) { simulation in
        let witness = Witness(simulation)
        try await escape.body(witness)
        await simulation.settle()
        return witness.sightings
      }

      #expect(try outcome.get() == escape.expected, "seed \(seed)")
      #expect(outcome.outsideResumptions == escape.outsideResumptions, "seed \(seed)")
      #expect(outcome.unfinished == [], "seed \(seed)")
    }
  }
}
