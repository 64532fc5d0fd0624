@testable import DependenceSimulation
import DependenceTesting
import Foundation
import TestKeys
import Testing

struct OutsideWorkTests {
  @Test func `a resumption from outside is an issue, unless it is allowed`() async throws {
    let forbidden = try await issues(from: {
      try await simulate(seed: 1) { await $0.haveThreadWakeTask() }
    })
    let allowed = try await issues(from: {
      try await simulate(seed: 1, .outsideWork(upTo: .seconds(600))) {
        await $0.haveThreadWakeTask()
      }
    })

    #expect(
      forbidden.map(\.message) == [
        """
        Code outside the simulation made one of its tasks able to run, once: a queue, a thread, an actor \
        with an executor of its own, or an actor that another test uses at the same time. When that happens \
        is not for the simulation to decide, so the same seed need not give the same run. Replace it in the \
        test, or allow it with the option .outsideWork(upTo:).
        """
      ]
    )
    #expect(allowed.isEmpty)
  }

  @Test func `nothing waits for work outside by default`() async throws {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    defer { continuation.finish() }

    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1) { _ in for await _ in stream {} }
    }

    #expect(error?.waiting == ["body"])
  }

  @Test func `work outside that never comes is a deadlock`() async throws {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate(seed: 1, .outsideWork(upTo: .milliseconds(1))) { _ in
        for await _ in AsyncStream<Int>.makeStream().stream {}
      }
    }

    #expect(error?.waiting == ["body"])
  }

  @Test func `synchronous code waits for work outside, too`() throws {
    let times = try simulate(seed: 1, .outsideWork(upTo: .seconds(600))) { simulation in
      await withCheckedContinuation { continuation in
        simulation.core.whenItWaits { continuation.resume() }
      }
      return 1
    }

    #expect(times == 1)
  }

  @Test func `time that somebody outside moves passes`() async throws {
    let times = try await simulate(seed: 1, .outsideWork(upTo: .seconds(600))) { simulation in
      await withCheckedContinuation { continuation in
        simulation.core.whenItWaits {
          Task.detached {
            await simulation.advance(by: .seconds(5))
            continuation.resume()
          }
        }
      }
      return simulation.now
    }

    #expect(times == .seconds(5))
  }
}
