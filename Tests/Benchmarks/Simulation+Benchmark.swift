import Dependence
import DependenceSimulation

/// What a simulation costs: a step beside a yield on the pool, one that does nothing, and an hour of ticks.
///
/// On the pool, as a test is: from the main thread each would have to switch threads twice.
@concurrent func benchmarkSimulation() async {
  let yield = await Measurement(prepare: {}) { _ in
    for _ in 0..<100_000 { await Task.yield() }
    return 100_000
  }
  let step = await simulated { for _ in 0..<100_000 { await Task.yield() } }
  let tasks = await simulated {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { for _ in 0..<10_000 { await Task.yield() } } }
    }
  }
  let empty = await Measurement(prepare: {}) { _ in
    for _ in 0..<1_000 { _ = try? await simulate(seed: 1) { _ in } }
    return 1_000
  }
  let hour = await Measurement(prepare: {}) { _ in
    let end = try? await simulate(seed: 1) { simulation in
      for _ in 0..<3_600 { try await Task.sleep(for: .seconds(1)) }
      return simulation.now
    }
    check(end == .seconds(3_600), "an hour should have passed")
    return 1
  }
  print(yield.line("a yield on the pool"))
  let ratio = (step.nanoseconds / yield.nanoseconds * 100).rounded() / 100
  print(step.line("a step of a simulation") + ", \(ratio) times as much")
  print(tasks.line("a step with ten tasks to choose from"))
  print(empty.line("a simulation that does nothing"))
  print(hour.line("an hour of one-second ticks"))
}

/// The cost of a step of a body that takes 100,000.
private func simulated(
  _ body: @escaping @Sendable @concurrent () async -> Void
) async -> Measurement {
  await Measurement(prepare: {}) { _ in
    do { try await simulate(seed: 1) { _ in await body() } } catch { check(false, "\(error)") }
    return 100_000
  }
}
