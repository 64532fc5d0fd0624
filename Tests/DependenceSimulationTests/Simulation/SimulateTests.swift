@testable import DependenceSimulation
import DependenceTesting
import TestKeys
import Testing

struct SimulateTests {
  @Test func `simulations work on this machine`() {
    #expect(SimulationSupport.problem == nil)
    #expect(Simulation.isSupported)
  }

  @Test func `a sleep of one hour advances virtual time by one hour`() async throws {
    let seconds = try await simulate(seed: 7) { simulation in
      try await Task.sleep(for: .seconds(3_600))
      return simulation.now
    }

    #expect(seconds == .seconds(3_600))
  }

  @Test func `a synchronous simulation advances virtual time`() throws {
    let seconds = try simulate(seed: 7) { simulation in
      try await Task.sleep(for: .seconds(3_600))
      return simulation.now
    }

    #expect(seconds == .seconds(3_600))
  }

  @Test func `a deadlock names the waiting tasks`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate { _ in
        let waiting = Task(name: "forever") {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        await waiting.value
      }
    }

    guard case .deadlock(at: .zero, let waiting) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(waiting.map(\.name) == ["body", "forever"])
  }

  @Test func `a leftover task is reported`() async throws {
    let reported = try await issues(from: {
      try await simulate { _ in
        _ = Task(name: "timer") { try await Task.sleep(for: .seconds(9)) }
      }
    })

    #expect(reported.count == 1)
    #expect(
      reported.first?.message.contains(
        #"1 task had not ended when the body of the simulation returned: task "timer""#
      ) == true
    )
  }
}
