@testable import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

struct NestedSimulationTests {
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
