#if LINKS_SIMULATION
import DependenceSimulation
import XCTest

/// Errors in a search in an asynchronous test method of XCTest.
final class SimulationCase: XCTestCase {
  func testReports() async throws {
    try await explore(schedules: 20, .stepLimit(1_000)) { _ in
      await SimulatedFailure.make(in: "SimulationCase")
    }
  }
}
#endif
