#if LINKS_SIMULATION
import DependenceSimulation
import Testing

/// What goes wrong in a test that is run in one simulation.
struct DeterministicTests {
  @Test(.deterministic(seed: SimulatedMistake.seed, .stepLimit(1_000)))
  func reports() async {
    await SimulatedMistake.make(in: "DeterministicTests")
  }
}
#endif
