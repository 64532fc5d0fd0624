#if LINKS_SIMULATION
import DependenceSimulation
import XCTest

/// Mistakes in a simulation within a synchronous method of XCTest.
final class SyncSimulationCase: XCTestCase {
  func testReports() throws {
    try simulate(seed: SimulatedMistake.seed, .stepLimit(1_000)) { _ in
      await SimulatedMistake.make(in: "SyncSimulationCase")
    }
  }
}
#endif
