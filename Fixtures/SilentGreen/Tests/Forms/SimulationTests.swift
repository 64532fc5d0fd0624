#if LINKS_SIMULATION
import DependenceSimulation
import Testing

/// Errors in a search in a test without a trait.
struct SimulationTests {
  @Test func reports() async throws {
    try await explore(schedules: 20, .stepLimit(1_000)) { _ in
      await SimulatedFailure.make(in: "SimulationTests")
    }
  }
}
#endif
