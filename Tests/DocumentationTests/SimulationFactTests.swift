import Dependence
import DependenceSimulation
import DependenceTesting
import Dispatch
import Foundation
import Testing

/// Checks the facts in the article's tables about behavior that a simulation does not report.
struct SimulationFactTests {
  @Test(.deterministic(seed: 7))
  func `Date is not simulated`() async throws {
    let before = Date()

    try await Task.sleep(for: .seconds(3_600))

    #expect(Date().timeIntervalSince(before) < 3_000)
  }

  @Test(.deterministic(seed: 7))
  func `an immediate clock does not advance virtual time`() async throws {
    try await ImmediateClock().sleep(for: .seconds(3_600))

    #expect(Simulation.current?.now == .zero)
  }

  @Test(.deterministic(seed: 7, .mainActor(.virtual)))
  func `code on a virtual main actor is isolated to MainActor`() async {
    await MainActor.run { MainActor.assertIsolated() }
  }

  @Test func `a task with low priority may run first`() async throws {
    let arrivals = Arrivals()
    try await explore(.exhaustive(limit: 1_000)) { _ in
      await withTaskGroup(of: Void.self) { group in
        let first = Once()
        group.addTask(priority: .high) { if first.isFirst() { await arrivals.note("high") } }
        group.addTask(priority: .low) { if first.isFirst() { await arrivals.note("low") } }
      }
    }

    #expect(await arrivals.notes == ["high", "low"])
  }

  @Test
  func `a continuation resumed by an older thread before it suspends is not reported`()
    async throws
  {
    let thread = WaitingThread()
    try await explore(schedules: 10) { _ in
      await withCheckedContinuation { continuation in thread.run { continuation.resume() } }
    }
    thread.end()
  }

  @Test func `a task that a thread creates is outside the simulation`() async throws {
    let isOutside = try await simulate(.fifo, .outsideWork(upTo: .seconds(60))) { _ in
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          Task { continuation.resume(returning: Simulation.current == nil) }
        }
      }
    }

    #expect(isOutside)
  }

  @Test func `virtual time does not advance for a cancelled sleep`() async {
    let error = await #expect(throws: SimulationError.self) {
      try await simulate { _ in
        let sleeper = Task { try await Task.sleep(for: .seconds(9)) }
        await Task.yield()
        sleeper.cancel()
        _ = await sleeper.result
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }

    guard case .deadlock(at: .zero, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}

/// A thread that was started before a simulation, and runs closures for it.
private final class WaitingThread: Sendable {
  private let work = Lock<(@Sendable () -> Void)?>(nil)
  private let hasWork = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)

  init() {
    Thread.detachNewThread { [work, hasWork, isDone] in
      while true {
        hasWork.wait()
        guard let next = work.withLock({ $0.take() }) else { return }
        next()
        isDone.signal()
      }
    }
  }

  /// Runs `body` on the thread, and waits until it returns.
  func run(_ body: @escaping @Sendable () -> Void) {
    work.withLock { $0 = body }
    hasWork.signal()
    isDone.wait()
  }

  func end() { hasWork.signal() }
}

private actor Arrivals {
  private(set) var notes: Set<String> = []

  func note(_ text: String) { notes.insert(text) }
}

/// Returns `true` to its first caller only.
private final class Once: Sendable {
  private let wasAsked = Lock(false)

  func isFirst() -> Bool {
    wasAsked.withLock { wasAsked in
      defer { wasAsked = true }
      return !wasAsked
    }
  }
}
