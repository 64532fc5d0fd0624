import DependenceSimulation

/// A program with a statically linked standard library. It tries to run simulations, and then
/// checks that time and tasks work as usual.
@main struct StaticStdlib {
  static func main() async throws {
    for _ in 0..<2 {
      do {
        try await simulate(seed: 1) { _ in print("simulated") }
        print("no error")
      } catch SimulationError.unsupported {
        print("unsupported")
      }
    }
    do { try simulateBlocking() } catch { print(error) }

    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(2))
    let elapsed = ContinuousClock.now - start
    print(elapsed >= .milliseconds(2) && elapsed < .seconds(600) ? "time passes" : "\(elapsed)")
    let isOutside = await Task.detached { await Task { Simulation.current == nil }.value }.value
    print(isOutside ? "tasks run outside" : "tasks belong to a simulation")
    await Task { @MainActor in
      MainActor.assertIsolated()
      print("the main actor runs")
    }.value
  }

  private static func simulateBlocking() throws {
    try simulate(seed: 1) { _ in print("simulated") }
  }
}
