#if LINKS_SIMULATION
import DependenceSimulation
import Testing

/// Errors in a test that runs in many schedules.
struct ExploreTests {
  @Test(.explore(20, .stepLimit(1_000)))
  func reports() async {
    await SimulatedFailure.make(in: "ExploreTests")
  }
}
#endif
