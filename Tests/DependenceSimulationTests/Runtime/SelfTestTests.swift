@testable import DependenceSimulation
import Foundation
import Testing

/// Tests of the simulation's self-test with programs that behave as on an unsupported runtime.
struct SelfTestTests {
  private static let contexts = ["detached", "immediate", "main actor", "child", "body", "sleeper"]

  private actor Probe {
    func visit() {}
  }

  private static func sleep() async -> SelfTest.Sight {
    try? await Task.sleep(for: .seconds(2))
    return (contexts, .seconds(2))
  }

  static let examples: [(problem: String?, program: Body<SelfTest.Sight>)] = [
    (nil, SelfTest.program),
    (
      "A task ran outside its simulation, or did not end.",
      { _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return (contexts, .seconds(2))
      }
    ),
    ("A task ran outside its simulation, or did not end.", { _ in throw CancellationError() }),
    ("Tasks ran in an unexpected order: [\"body\"].", { _ in (["body"], .seconds(2)) }),
    (
      "A sleep of two seconds took 1.0 seconds of virtual time.",
      { _ in
        _ = await sleep()
        return (contexts, .seconds(1))
      }
    ),
    (
      "A sleep of two seconds took 2.0 seconds of virtual time.",
      { _ in (contexts, .seconds(2)) }
    ),
    (
      "A task was resumed on another thread.",
      { simulation in
        await simulation.haveThreadWakeTask()
        return await sleep()
      }
    ),
    (
      "The simulation did not see that tasks were queued for actors.",
      { _ in await sleep() }
    ),
    (
      "The simulation did not see every interaction between tasks.",
      { _ in
        await Probe().visit()
        return await sleep()
      }
    ),
    (
      "The simulation did not identify tasks and actors.",
      { simulation in
        await Task(name: "other") {}.value
        return try await SelfTest.program(simulation)
      }
    ),
    (
      "The simulation did not see which step cancelled other tasks.",
      { simulation in
        let task = Task {}
        task.cancel()
        await task.value
        return try await SelfTest.program(simulation)
      }
    ),
    (
      "The simulation did not see that tasks had ended.",
      { simulation in
        _ = Task { try await Task.sleep(for: .seconds(9)) }
        return try await SelfTest.program(simulation)
      }
    ),
  ]

  @Test(arguments: examples.indices)
  func `the self-test detects and names each fault of the runtime`(index: Int) {
    let (problem, program) = Self.examples[index]

    #expect(SelfTest.findProblem(running: program) == problem)
  }
}
