#if LINKS_SIMULATION
import Dependence
import DependenceSimulation
import Foundation
import Synchronization
import Testing

/// An error in a simulation.
enum SimulatedFailure: String {
  case nowhere
  /// Two tasks interfere with each other in some schedules, including the schedule of the seed
  /// below.
  case race
  /// The body waits for an event that never happens.
  case deadlock
  /// The body runs forever without being blocked.
  case livelock
  /// The body leaves a task behind.
  case leftoverTask
  /// A thread outside the simulation determines when a task continues.
  case outsideWork
  /// The environment requests the replay of an invalid token.
  case badToken
  /// An expectation fails in an unstructured task.
  case taskExpects
  /// An expectation fails in a detached task with a captured scope.
  case detachedExpects
  /// An issue is reported with `reportIssue` in a detached task with a captured scope.
  case detachedReports
  /// One run reports an issue, but other runs with the same schedule do not.
  case failsOnce
  /// The first run reports an issue, but no other run does.
  case failsFirst
  /// Each run reports an issue in the scope of an earlier run, which has ended.
  case earlierRun
  /// Each run takes a different number of steps.
  case differs
  /// An expectation fails if the search chooses the second of two elements.
  case chosen
  /// An expectation fails if the search cancels an operation.
  case cancelled
  /// An expectation fails if the search makes an operation crash.
  case crashed

  static let seed: UInt64 = 7

  private static let runs = Atomic(0)
  private static let scopes = Mutex<[CapturedDependencies]>([])

  /// Causes the error of this process, if the process belongs to `form`.
  static func make(in form: String) async {
    guard let cell = Cell.current, cell.form == form else { return }
    guard let failure = SimulatedFailure(rawValue: cell.place) else {
      fatalError("There is no mistake \(cell.place)")
    }
    await failure.make(inRun: runs.add(1, ordering: .relaxed).newValue)
  }

  private func make(inRun run: Int) async {
    switch self {
    case .nowhere, .badToken: break
    case .race:
      let seat = Seat()
      async let first = seat.sell()
      async let second = seat.sell()
      let sales = await [first, second].count(where: \.self)
      #expect(sales == 1, "this may not get lost")
    case .deadlock:
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    case .livelock:
      while !Task.isCancelled { await Task.yield() }
    case .leftoverTask:
      Task(name: "left") { try await Task.sleep(for: .seconds(1)) }
    case .outsideWork:
      let (ends, end) = AsyncStream.makeStream(of: Void.self)
      let waiting = Task { for await _ in ends {} }
      await Simulation.current?.settle()
      Self.onThread { end.finish() }
      await waiting.value
    case .taskExpects:
      await Task { #expect(Bool(false), "this may not get lost") }.value
    case .detachedExpects:
      let scope = captureDependencies()
      await Task.detached {
        scope.run { _ = #expect(Bool(false), "this may not get lost") }
      }.value
    case .detachedReports:
      let scope = captureDependencies()
      await Task.detached { scope.run { reportIssue("this may not get lost") } }.value
    // The first two runs only check whether the same schedule always leads to the same run. The
    // search starts with the third run.
    case .failsOnce: if run == 3 { reportIssue("this may not get lost") }
    case .failsFirst: if run == 1 { reportIssue("this may not get lost") }
    case .earlierRun:
      let scope = captureDependencies()
      let earlier = Self.scopes.withLock { scopes in
        defer { scopes.append(scope) }
        return scopes.first
      }
      earlier?.run { reportIssue("this may not get lost") }
    case .differs:
      for _ in 0..<run { await Task.yield() }
    case .chosen:
      let isFull = Simulation.choose("the disk is full", from: [false, true])
      #expect(!isFull, "this may not get lost")
    case .cancelled:
      let result = await Simulation.cancellingAnywhere { try await Task.sleep(for: .seconds(1)) }
      #expect(throws: Never.self, "this may not get lost") { try result.get() }
    case .crashed:
      let isComplete: Bool? = await Simulation.crashingAnywhere {
        await Task.yield()
        return true
      }
      #expect(isComplete == true, "this may not get lost")
    }
  }

  /// Runs `work` on a new thread, and blocks this thread until `work` ends.
  private static func onThread(_ work: @escaping @Sendable () -> Void) {
    let isDone = Gate()
    Thread.detachNewThread {
      work()
      isDone.open()
    }
    isDone.waitOnThread()
  }
}

/// A seat that can be sold twice because of a race.
private actor Seat {
  private var isFree = true

  func sell() async -> Bool {
    guard isFree else { return false }
    await Task.yield()
    isFree = false
    return true
  }
}
#endif
