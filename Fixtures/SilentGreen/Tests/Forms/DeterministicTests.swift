#if LINKS_SIMULATION
import DependenceSimulation
import Testing

/// Errors in a test that runs in one simulation.
struct DeterministicTests {
  @Test(.deterministic(seed: SimulatedFailure.seed, .stepLimit(1_000)))
  func reports() async {
    await SimulatedFailure.make(in: "DeterministicTests")
  }
}
#endif
