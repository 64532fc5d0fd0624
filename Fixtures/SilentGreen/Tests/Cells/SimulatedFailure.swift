#if LINKS_SIMULATION
import Dependence
import DependenceSimulation
import Foundation
import Synchronization
import Testing

/// A mistake in a simulation.
enum SimulatedFailure: String {
  case nowhere
  /// Two tasks get into each other's way, in some schedules and with the seed below.
  case race
  /// The body waits for what never happens.
  case deadlock
  /// The body comes to no end.
  case livelock
  /// A task is left behind.
  case leftoverTask
  /// A thread decides when a task goes on.
  case outsideWork
  /// The environment asks for the replay of what is no token.
  case badToken
  /// An expectation fails in a task.
  case taskExpects
  /// An expectation fails in a detached task that took the scope along.
  case detachedExpects
  /// The same with the library's own report.
  case detachedReports
  /// Something goes wrong in one run, and in no other with the same schedule.
  case failsOnce
  /// Something goes wrong in the very first run, and in no other.
  case failsFirst
  /// Each run takes another course.
  case differs
  /// Something goes wrong if the search chooses the second of two elements.
  case chosen
  /// Something goes wrong if the search cancels an operation.
  case cancelled
  /// Something goes wrong if the search lets an operation crash.
  case crashed

  static let seed: UInt64 = 7

  private static let runs = Atomic(0)

  /// Makes the mistake, if this process is about `form`.
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
    // The first two look whether a search makes sense at all.
    case .failsOnce: if run == 3 { reportIssue("this may not get lost") }
    case .failsFirst: if run == 1 { reportIssue("this may not get lost") }
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

  /// Runs `work` on a thread of its own while this one waits.
  private static func onThread(_ work: @escaping @Sendable () -> Void) {
    let isDone = Gate()
    Thread.detachNewThread {
      work()
      isDone.open()
    }
    isDone.waitOnThread()
  }
}

/// A seat that may be sold twice.
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
