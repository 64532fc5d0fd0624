#if LINKS_SIMULATION
import DependenceSimulation
import Testing

/// Mistakes in a test that runs in one simulation.
struct DeterministicTests {
  @Test(.deterministic(seed: SimulatedMistake.seed, .stepLimit(1_000)))
  func reports() async {
    await SimulatedMistake.make(in: "DeterministicTests")
  }
}
#endif
