import Dependence
@testable import DependenceSimulation
import Foundation
import Subprocesses
import Testing

private let areProbesOn = System.environmentVariable("DEPENDENCE_SIMULATION_PROBES") != nil

@Suite(.enabled(if: areProbesOn), .deterministic(seed: 3))
struct DeterministicProbes {
  private struct Failure: Error {}

  @Test func passes() { #expect(Simulation.current != nil) }

  @Test func fails() { #expect(Simulation.current == nil) }

  @Test func throwing() throws { throw Failure() }

  @Test func leaves() { _ = Task(name: "left") { try await Task.sleep(for: .seconds(9)) } }

  @Test func waits() async {
    await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
  }
}

struct DeterministicOutcomeTests {
  @Test(arguments: [
    ("passes", 0), ("fails", 1), ("throwing", 1), ("leaves", 1), ("waits", 1),
  ])
  func `a failing test in a suite of simulations attaches its schedule once`(
    probe: String,
    attachments: Int
  ) async throws {
    let found = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "DeterministicProbes/\(probe)"],
      environment: ["DEPENDENCE_SIMULATION_PROBES": "1"]
    )

    #expect(found.ending == .exit(attachments == 0 ? 0 : 1), "\(found)")
    #expect(
      found.output.components(separatedBy: "Attached 'schedule.svg'").count == attachments + 1,
      "\(found)"
    )
    #expect(
      found.output.components(separatedBy: "recorded an issue").count == attachments + 1,
      "\(found)"
    )
  }
}
