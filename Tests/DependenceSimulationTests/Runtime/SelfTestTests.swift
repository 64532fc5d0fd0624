@testable import DependenceSimulation
import Foundation
import Testing

/// Programs in which a runtime that cannot be controlled is recognised.
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
      "A task left its simulation.",
      { _ in
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return (contexts, .seconds(2))
      }
    ),
    ("A task left its simulation.", { _ in throw CancellationError() }),
    ("Tasks ran in another order: [\"body\"].", { _ in (["body"], .seconds(2)) }),
    (
      "Two seconds of virtual time were 1.0 seconds.",
      { _ in
        _ = await sleep()
        return (contexts, .seconds(1))
      }
    ),
    ("Two seconds of virtual time were 2.0 seconds.", { _ in (contexts, .seconds(2)) }),
    (
      "A task was resumed on another thread.",
      { simulation in
        await simulation.haveThreadWakeTask()
        return await sleep()
      }
    ),
    ("Tasks get in line for actors unseen.", { _ in await sleep() }),
    (
      "Tasks share what is not seen.",
      { _ in
        await Probe().visit()
        return await sleep()
      }
    ),
    (
      "Tasks and actors cannot be told apart.",
      { simulation in
        await Task(name: "other") {}.value
        return try await SelfTest.program(simulation)
      }
    ),
    (
      "Tasks are thought to run on after their ends.",
      { simulation in
        _ = Task { try await Task.sleep(for: .seconds(9)) }
        return try await SelfTest.program(simulation)
      }
    ),
  ]

  @Test(arguments: examples.indices) func `a fault is found, and named`(index: Int) {
    let (problem, program) = Self.examples[index]

    #expect(SelfTest.findProblem(running: program) == problem)
  }
}
