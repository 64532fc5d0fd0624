#if LINKS_SIMULATION
import DependenceSimulation
import Testing

/// Mistakes in some run of a test that runs in many schedules.
struct ExploreTests {
  @Test(.explore(20, .stepLimit(1_000)))
  func reports() async {
    await SimulatedFailure.make(in: "ExploreTests")
  }
}
#endif
