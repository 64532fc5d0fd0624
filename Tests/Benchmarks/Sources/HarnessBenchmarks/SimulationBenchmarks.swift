import BenchmarkKit
import DependenceSimulation

/// The costs of a simulation: a step compared with a yield on the thread pool, an empty simulation,
/// two tasks that call an actor, and an hour of ticks.
func simulations() -> [Benchmark] {
  let group = "simulation"
  return [
    Benchmark(group, "a step", floor: Floors.yield) { run in
      await run.simulate { for _ in 0..<$0 { await Task.yield() } }
    },
    Benchmark(group, "a step with ten tasks to choose from", floor: Floors.yield, operations: 10) {
      run in
      await run.simulate { count in
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<10 { group.addTask { for _ in 0..<count { await Task.yield() } } }
        }
      }
    },
    Benchmark(group, "one that does nothing", floor: Floors.yield) { run in
      let runs = await run.measure { count in
        await total(count) { (try? await simulate(seed: 1) { _ in 1 }) ?? 0 }
      }
      run.check(runs, isEach: 1)
    },
    Benchmark(group, "two tasks that call an actor", floor: Floors.yield) { run in
      let calls = await run.measure { count in
        var calls = 0
        for seed in 0..<UInt64(count) { calls += (try? await callTwice(seed)) ?? 0 }
        return calls
      }
      run.check(calls, isEach: 2)
    },
    Benchmark(group, "a tick of an hour of 3600", floor: Floors.yield, operations: 3_600) { run in
      let seconds = await run.measure { count in
        await total(count) { (try? await hour()) ?? 0 }
      }
      run.check(seconds, isEach: 3_600)
    },
  ]
}

private actor Counter {
  private(set) var calls = 0

  func call() { calls += 1 }
}

/// Simulates two tasks with a random schedule, which may run one of them in the middle of a step of
/// the other.
///
/// - Returns: The number of calls.
private func callTwice(_ seed: UInt64) async throws -> Int {
  try await simulate(seed: seed) { _ in
    let counter = Counter()
    async let first: Void = counter.call()
    async let second: Void = counter.call()
    _ = await (first, second)
    return await counter.calls
  }
}

/// Sleeps for an hour of virtual time in steps of one second.
///
/// - Returns: The number of seconds that passed.
private func hour() async throws -> Int {
  try await simulate(seed: 1) { simulation in
    for _ in 0..<3_600 { try await Task.sleep(for: .seconds(1)) }
    return Int(simulation.now.components.seconds)
  }
}

extension BenchmarkRun {
  /// Measures one simulation of `body`, which receives the number of iterations.
  fileprivate func simulate(
    _ body: @escaping @Sendable @concurrent (Int) async -> Void
  ) async {
    await measure { count in
      do {
        try await DependenceSimulation.simulate(seed: 1, .stepLimit(.max / 2)) { _ in
          await body(count)
        }
      } catch {
        check(false, "\(error)")
      }
    }
  }
}
