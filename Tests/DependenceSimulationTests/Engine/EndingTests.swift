import Dependence
@testable import DependenceSimulation
import DependenceTesting
import Dispatch
import Foundation
import TestKeys
import Testing

/// Tests of how a simulation ends, and of the tasks and memory that it leaves behind.
struct EndingTests {
  private actor Room {
    private var visits = 0

    func visit() { visits += 1 }
  }

  /// A kind of task that cancellation does not end.
  enum Restless: String, CaseIterable, Sendable {
    case yielding, visiting, visitingTogether, onMainActor, advancing, sleeping

    func start(_ simulation: Simulation, until isOver: Lock<Bool>) -> [Task<Bool, Never>] {
      let room = Room()
      return (0..<(self == .visitingTogether ? 3 : 1)).map { _ in
        Task {
          while !isOver.withLock(\.self) { await turn(simulation, room) }
          return Simulation.current == nil
        }
      }
    }

    private func turn(_ simulation: Simulation, _ room: Room) async {
      switch self {
      case .yielding: await Task.yield()
      case .visiting, .visitingTogether: await room.visit()
      case .onMainActor: await MainActor.run {}
      case .advancing: await simulation.advance(by: .seconds(1))
      case .sleeping:
        await Task.yield()
        await Task { _ = try? await Task.sleep(for: .nanoseconds(1)) }.value
      }
    }
  }

  @Test(arguments: Restless.allCases, 0..<4 as Range<UInt64>)
  func `tasks that never finish continue outside after the simulation ends`(
    restless: Restless,
    seed: UInt64
  ) async throws {
    let isOver = Lock(false)
    let started = Lock<[Task<Bool, Never>]>([])

    let simulation = try await simulate(
      seed: seed,
      .leftoverTasks,
      .stepLimit(50),
      .mainActor(.virtual)
    ) { simulation in
      let tasks = restless.start(simulation, until: isOver)
      started.withLock { $0 = tasks }
      for _ in 0..<3 { await Task.yield() }
      return simulation
    }
    let unfinished = simulation.unfinishedTasks
    isOver.withLock { $0 = true }

    #expect(unfinished == [])
    for task in started.withLock(\.self) { #expect(await task.value) }
  }

  @Test func `cleanup may take ten thousand steps after the step limit`() async throws {
    let isOver = Lock(false)
    defer { isOver.withLock { $0 = true } }
    let run = SimulatedRun(.fifo, SimulationOptions([.stepLimit(100)]))

    let outcome = await run { _ in
      while !isOver.withLock(\.self) { await Task.yield() }
    }

    let steps = run.core.state.withLock { $0.scheduler.stepCount }
    #expect(outcome.ending == .livelock)
    #expect(outcome.steps == 100)
    #expect(steps == 10_100)
  }

  @Test func `the record ends when the body returns, before cleanup`() async throws {
    let trail = Trail()
    let run = SimulatedRun(.fifo, SimulationOptions())

    let outcome = await run { _ in
      _ = Task {
        try? await Task.sleep(for: .seconds(1))
        for _ in 0..<5 { await Task.yield() }
        await Task { trail.note("cleaned up") }.value
      }
      await Task.yield()
    }

    #expect(trail.notes == ["cleaned up"])
    #expect(outcome.record.participants.map(\.kind) == [.task, .task])
    #expect(outcome.record.steps.count == outcome.steps)
    #expect(outcome.record.steps.last?.ending == .finished)
  }

  @Test func `virtual time does not advance during cleanup`() async throws {
    let sight = Lock<Duration?>(nil)
    let (isOver, over) = AsyncStream<Void>.makeStream()

    let error = await #expect(throws: SimulationError.self) {
      try await simulate { simulation in
        await withTaskCancellationHandler {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        } onCancel: {
          _ = Task {
            try? await Task.sleep(for: .seconds(1))
            sight.withLock { $0 = simulation.now }
            over.finish()
          }
        }
      }
    }
    // The test ends here if the body did not run, because nothing would end the stream below.
    guard case .deadlock = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    for await _ in isOver {}

    #expect(sight.withLock(\.self) == .zero)
  }

  // MARK: - Synchronous code

  @Test
  func `a synchronous simulation cancels leftover tasks and lets them clean up`() async throws {
    let trail = Trail()
    let left = Lock<Task<Void, Never>?>(nil)

    let reported = issues(from: {
      let result = Self.runBlocking { _ in
        let task = Task {
          try? await Task.sleep(for: .seconds(9))
          trail.note(Task.isCancelled ? "cancelled" : "not cancelled")
          trail.note(Simulation.current == nil ? "outside" : "inside")
          // Cancellation does not end this wait, but the end of the simulation does.
          await Task { _ = try? await Task.sleep(for: .seconds(1)) }.value
          trail.note(Simulation.current == nil ? "outside" : "inside")
        }
        left.withLock { $0 = task }
        await Task.yield()
      }
      #expect(throws: Never.self) { try result.get() }
    })
    await left.withLock(\.self)?.value

    #expect(reported.count == 1)
    #expect(trail.notes == ["cancelled", "inside", "outside"])
  }

  @Test func `a synchronous simulation reports a wait that never ends as a deadlock`() {
    let result = Self.runBlocking { _ in
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    let error = #expect(throws: SimulationError.self) { try result.get() }
    #expect(error?.waiting == ["body"])
  }

  @Test func `a synchronous simulation reports a cancellation handler that hangs`() {
    let isOver = DispatchSemaphore(value: 0)
    defer { isOver.signal() }

    let reported = issues(from: {
      let result = Self.runBlocking { _ in
        await withTaskCancellationHandler {
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        } onCancel: {
          // If the simulation waits for this handler, the time limit makes the test fail instead of
          // hang.
          _ = isOver.wait(timeout: .now() + 1_800)
        }
      }
      #expect(throws: SimulationError.self) { try result.get() }
    })

    let message = "could not be cancelled, because its cancellation handler does not return"
    #expect(reported.count == 1)
    #expect(reported.first?.message.contains(message) == true)
  }

  @Test
  func `a synchronous simulation on any thread runs the main actor on the main thread`() async {
    let isMain = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let result = Self.runBlocking { _ in await MainActor.run { MainThread.isCurrent } }
        continuation.resume(returning: (try? result.get()) ?? false)
      }
    }

    #expect(isMain)
  }

  private static func runBlocking<Value: Sendable>(
    _ body: @escaping Body<Value>
  ) -> Result<Value, any Error> {
    Result { try simulate(.fifo, operation: body) }
  }

  // MARK: - Memory

  @Test func `a simulation is deallocated even if clocks used its time`() async throws {
    let core = Lock<WeakCore?>(nil)

    try await simulate { simulation in
      core.withLock { $0 = WeakCore(core: simulation.core) }
      await TestClock().advance(by: .seconds(1))
      await simulation.clock.advance(by: .seconds(1))
    }

    #expect(core.withLock { $0?.core === nil })
  }

  private struct WeakCore: Sendable {
    weak let core: SimulationCore?
  }
}
