@testable import DependenceSimulation
import DependenceTesting
import Dispatch
import Foundation
import TestKeys
import Testing

struct CancellationTests {
  @Test func `a cancelled task cancels the body before it begins`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await simulate { _ in Task.isCancelled }
    }

    #expect(try await task.value)
  }

  @Test func `cancellation reaches the body while it waits for outside work`() async throws {
    let (isRunning, running) = AsyncStream<Simulation>.makeStream()
    let task = Task {
      // This ends the wait for `isRunning` below, even if the body does not run.
      defer { running.finish() }
      return try await simulate(.fifo, .outsideWork(upTo: .seconds(60))) { simulation in
        running.yield(simulation)
        for await _ in AsyncStream<Int>.makeStream().stream {}
        try Task.checkCancellation()
      }
    }
    let simulation = try #require(await isRunning.first { _ in true })

    simulation.core.whenItWaits { task.cancel() }

    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `cancellation reaches the body while it runs`() async throws {
    let isRunning = DispatchSemaphore(value: 0)
    // The simulation may take any number of steps before it is cancelled.
    let task = Task {
      try await simulate(.fifo, .stepLimit(.max)) { _ in
        isRunning.signal()
        while !Task.isCancelled { try? await Task.sleep(for: .nanoseconds(1)) }
        return "cancelled"
      }
    }

    // A thread cancels the task, because a second task may never run: other tests may occupy every
    // other thread of the pool.
    Thread.detachNewThread {
      isRunning.wait()
      task.cancel()
    }

    #expect(try await task.value == "cancelled")
  }

  @Test func `cancellation after the body has returned does not change the result`() async throws {
    let (selves, introduce) = AsyncStream<Task<String, any Error>>.makeStream()
    let task = Task {
      let around = try #require(await selves.first { _ in true })
      return try await simulate { _ in
        _ = Task {
          for _ in 0..<20 { await Task.yield() }
          around.cancel()
          for _ in 0..<20 { await Task.yield() }
        }
        return "result"
      }
    }
    introduce.yield(task)

    #expect(try await task.value == "result")
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `a test can be cancelled while a preempted step holds a lock that the body's handler needs`(
    seed: UInt64
  ) async throws {
    let (selves, introduce) = AsyncStream<Task<Void, any Error>>.makeStream()
    let task = Task {
      let around = try #require(await selves.first { _ in true })
      try await simulate(seed: seed, .leftoverTasks) { _ in
        let lock = NSLock()
        let (_, source) = AsyncStream.makeStream(of: Int.self)
        let canceller = Task {
          lock.withLock {
            around.cancel()
            for number in 0..<3 { source.yield(number) }
          }
        }
        await withTaskCancellationHandler {
          await canceller.value
        } onCancel: {
          lock.withLock {}
        }
      }
    }
    introduce.yield(task)

    try await task.value
  }

  @Test func `the body of a cancelled test ends`() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await simulate { _ in try await Task.sleep(for: .seconds(9)) }
    }

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
