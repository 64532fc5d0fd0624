#if LINKS_SIMULATION
import DependenceSimulation
import XCTest

/// Errors in a simulation in a synchronous test method of XCTest.
final class SyncSimulationCase: XCTestCase {
  func testReports() throws {
    try simulate(seed: SimulatedFailure.seed, .stepLimit(1_000)) { _ in
      await SimulatedFailure.make(in: "SyncSimulationCase")
    }
  }
}
#endif
