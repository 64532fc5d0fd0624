import Dependence
@testable import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

struct NestedSimulationTests {
  @Test(arguments: [Exploration.exhaustive(), .random(5)])
  func `a simulation within a run of a search is reported`(exploration: Exploration) async throws {
    let found = await issues {
      _ = try? await explore(exploration) { _ in
        _ = try await simulate(seed: 1) { _ in 1 }
      }
    }

    #expect(found.count == 1)
    #expect(
      found.first?.message.contains("A simulation started within a run of a search.") == true
    )
  }

  @Test func `a nested simulation has its own time`() async throws {
    try await simulate(seed: 1) { outer in
      try await Task.sleep(for: .seconds(5))

      let inner = try await simulate(seed: 2) { inner in
        #expect(Simulation.current?.core === inner.core)
        try await Task.sleep(for: .seconds(1))
        return inner.now
      }

      #expect(inner == .seconds(1))
      #expect(outer.now == .seconds(5))
      await Task.yield()
      #expect(Simulation.current?.core === outer.core)
    }
  }

  @Test func `a nested simulation does not affect the outer one`() async throws {
    let outcome = await SimulatedRun(.random(seed: 1), SimulationOptions()) { _ in
      await #expect(throws: SimulationError.self) {
        try await simulate(seed: 2) { _ in
          Task { try await Task.sleep(for: .seconds(1)) }
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
      }
    }

    #expect(outcome.unfinished == [])
    #expect(outcome.outsideResumptions == 0)
    #expect(outcome.record.participants.map(\.name) == ["body"])
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `no other task of the outer simulation runs during a nested simulation`(
    seed: UInt64
  ) async throws {
    let state = Lock((isNested: false, overlaps: 0))

    try await simulate(seed: seed) { _ in
      let (_, source) = AsyncStream.makeStream(of: Int.self)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            for number in 0..<5 {
              source.yield(number)
              state.withLock { if $0.isNested { $0.overlaps += 1 } }
            }
          }
        }
        group.addTask {
          _ = try? await simulate(seed: seed) { _ in
            state.withLock { $0.isNested = true }
            // During this call, the thread that started the nested simulation waits for the main
            // thread.
            await MainActor.run { System.pause() }
            state.withLock { $0.isNested = false }
          }
        }
      }
    }

    #expect(state.withLock(\.overlaps) == 0)
  }

  @Test func `nested simulations in several tasks are deterministic`() async throws {
    let run: @Sendable @concurrent () async throws -> RunRecord = {
      let outcome = await SimulatedRun(.random(seed: 3), SimulationOptions()) { _ in
        await withTaskGroup(of: Void.self) { group in
          for seed in 0..<5 as Range<UInt64> {
            group.addTask {
              _ = try? await simulate(seed: seed) { _ in
                await Task { try? await Task.sleep(for: .seconds(1)) }.value
              }
            }
          }
        }
      }
      try outcome.get()
      return outcome.record
    }

    let first = try await run()
    for _ in 0..<50 { #expect(try await run() == first) }
  }
}
