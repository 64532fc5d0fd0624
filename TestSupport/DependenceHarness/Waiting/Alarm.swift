import Dependence
import Dispatch

/// A timer that calls a closure once the process has been idle for a given total time. Tests use it
/// to stop waiting for an event that will probably never happen.
///
/// While the process is busy, or while all of its threads are blocked, the event may still happen,
/// so such time does not count. The process is idle only if it uses almost no processor time, no
/// thread is waiting for a processor, and a new task can run immediately. Swift Testing runs
/// several tests at once, so one test may block the main actor while another waits. Under Swift
/// Testing, the main actor must therefore also be able to run a new task immediately.
///
/// If the process is never idle, the closure is called after ``AlarmClock/busyFactor`` times the
/// limit. Time during which other work keeps tasks from running counts less toward this longer
/// limit (see ``AlarmClock/starvedTicks``). The closure is called on a separate dispatch queue,
/// because every thread that runs tasks may be blocked.
package struct Alarm: Sendable {
  /// The reason that an alarm's closure is called.
  package enum Cause: Sendable, Hashable {
    /// The process has been idle for the time limit.
    case idle
    /// The longer limit for a busy process has passed: see ``AlarmClock/busyFactor``. Until then,
    /// the process was idle for less than the time limit.
    case busy
    /// No task of the simulation is ready to run.
    case simulationIsIdle

    /// Returns a phrase for messages about a wait that has ended, such as "after 10.0 seconds in
    /// which the process was idle".
    package func description(of limit: Duration) -> String {
      switch self {
      case .idle: "after \(limit) in which the process was idle"
      case .busy: "after at least \(limit * AlarmClock.busyFactor) in which the process was busy"
      case .simulationIsIdle: "when no other task could run"
      }
    }
  }

  private static let tick = Duration.milliseconds(20)
  private static let queue = DispatchQueue(label: "dependence.alarm")
  private static let clock = Lock(AlarmClock(tick: tick))

  /// The simulation that calls the closure when the timer fires, or `nil` if the process-wide timer
  /// calls it.
  private let world: (any SimulatedWorld)?
  private let number: Int

  /// Starts a timer. In a simulation, the time limits have no effect. Instead, `ring` is called as
  /// soon as no simulated task is ready to run and virtual time will not advance on its own,
  /// because the event that the caller is waiting for can then no longer happen on its own.
  ///
  /// - Parameters:
  ///   - limit: The total idle time after which `ring` is called.
  ///   - busyLimit: The time after which `ring` is called if the process is never idle. The default
  ///     is ``AlarmClock/busyFactor`` times `limit`.
  ///   - world: The simulation that calls `ring`, or `nil` to use the process-wide timer.
  package init(
    after limit: Duration,
    busyLimit: Duration? = nil,
    in world: (any SimulatedWorld)? = SimulatedWorlds.current,
    _ ring: @escaping @Sendable (Cause) -> Void
  ) {
    self.world = world
    if let world {
      number = world.whenIdle { ring(.simulationIsIdle) }
      return
    }
    let (number, isFirst) = Self.clock.withLock { $0.add(limit, busyLimit: busyLimit, ring) }
    self.number = number
    // Run the timer, and the tasks that check whether new tasks can run, outside any simulation.
    // Otherwise, a simulation would schedule them like the code under test.
    guard isFirst else { return }
    SimulatedWorlds.outside { Self.queue.async { Self.tickLater(System.processorTime, Probe()) } }
  }

  package func cancel() {
    if let world { return world.cancelIdle(number) }
    // Release the closure after unlocking, because releasing it may run user code that needs the
    // lock.
    _ = Self.clock.withLock { $0.cancel(number) }
  }

  private static func tickLater(_ before: Duration, _ probe: Probe) {
    queue.asyncAfter(deadline: .now() + tick / .seconds(1)) {
      let now = System.processorTime
      let isDone = probe.isDone
      let isResting = now - before < tick / 5 && !ThreadStates.includesOtherRunnable
      // The process may use almost no processor time although a new task has not run. Then every
      // thread that runs tasks, or the main actor, must be blocked. The event that the test is
      // waiting for may still happen once they are free, so this time counts as busy rather than
      // idle.
      let activity: AlarmClock.Activity =
        if isDone { isResting ? .idle : .busy } else { isResting ? .busy : .starved }
      let (due, isNeeded) = clock.withLock { $0.tick(activity) }
      for (ring, cause) in due { ring(cause) }
      if isNeeded { tickLater(now, isDone ? Probe() : probe) }
    }
  }
}

/// A probe that starts tasks and records when they have run, to find out whether new tasks can run.
/// If they have not run, every thread that runs tasks, or the main actor, is blocked or busy.
private final class Probe: Sendable {
  private let missing: Lock<Int>

  init() {
    // Under XCTest, the probe does not use the main actor. XCTest runs one test at a time, so only
    // the test that is waiting for the alarm can block the main actor. Many synchronous tests do so
    // until the alarm fires, and a probe that needed the main actor would delay the alarm.
    let usesMainActor = ProcessContext.current.runsSwiftTesting
    missing = Lock(usesMainActor ? 2 : 1)
    Task.detached { self.missing.withLock { $0 -= 1 } }
    if usesMainActor { Task.detached { @MainActor in self.missing.withLock { $0 -= 1 } } }
  }

  var isDone: Bool { missing.withLock { $0 == 0 } }
}

/// The remaining times of all alarms, which are timers that fire after a given idle time. This
/// state machine has no side effects: its caller measures the process's activity and calls the
/// closures of alarms that fire.
struct AlarmClock: Sendable {
  typealias Ring = @Sendable (Alarm.Cause) -> Void

  /// The process's activity during one tick, the interval between two measurements. It determines
  /// how much the tick reduces the alarms' remaining times.
  enum Activity: Sendable {
    /// The process uses almost no processor time, none of its threads is waiting for a processor,
    /// and a new task runs immediately.
    case idle
    /// Either the process uses processor time or waits for it, and a new task runs immediately, or
    /// the process does neither, and a new task does not run. In the second case, every thread that
    /// runs tasks, or the main actor, must be blocked.
    case busy
    /// The process uses, or is waiting for, processor time, but a new task does not run. Other work
    /// may be delaying the event that the test is waiting for.
    case starved
  }

  private struct Entry: Sendable {
    var idleTicks: Int
    /// The remaining time until the alarm fires even if the process is never idle, measured in
    /// starved ticks. A starved tick, during which other work keeps tasks from running, reduces
    /// this value by 1. Any other tick reduces it by ``starvedTicks``.
    var ticks: Int
    let ring: Ring
  }

  /// The factor by which an alarm's time limit is multiplied if the process is never idle.
  static let busyFactor = 30
  /// The number of starved ticks that count as much as one tick of any other kind. During a starved
  /// tick, other work keeps tasks from running and may delay the event that the test is waiting
  /// for, so the alarm must wait longer.
  static let starvedTicks = 20

  private let tick: Duration
  private var entries: [Int: Entry] = [:]
  private var nextNumber = 0
  private var isTicking = false

  init(tick: Duration) { self.tick = tick }

  /// Adds an alarm and returns its identifier. If `isFirst` is `true`, the caller must start
  /// calling ``tick(_:)`` at regular intervals. Otherwise, it is already doing so.
  mutating func add(
    _ limit: Duration,
    busyLimit: Duration? = nil,
    _ ring: @escaping Ring
  ) -> (number: Int, isFirst: Bool) {
    defer {
      nextNumber += 1
      isTicking = true
    }
    let ticks = ticks(in: limit)
    let busyTicks = busyLimit.map { max(self.ticks(in: $0), ticks) } ?? ticks * Self.busyFactor
    let left = busyTicks * Self.starvedTicks
    entries[nextNumber] = Entry(idleTicks: ticks, ticks: left, ring: ring)
    return (nextNumber, !isTicking)
  }

  private func ticks(in limit: Duration) -> Int {
    Int(min(max((limit / tick).rounded(.up), 1), 1e9))
  }

  mutating func cancel(_ number: Int) -> Ring? { entries.removeValue(forKey: number)?.ring }

  /// Updates all alarms after one tick, the interval between two measurements of the process's
  /// activity. Returns the closures of the alarms that fire, together with their arguments, and
  /// whether the caller must keep calling this method.
  mutating func tick(
    _ activity: Activity
  ) -> (due: [(ring: Ring, cause: Alarm.Cause)], isNeeded: Bool) {
    var due: [(ring: Ring, cause: Alarm.Cause)] = []
    for (number, var entry) in entries {
      entry.ticks -= activity == .starved ? 1 : Self.starvedTicks
      if activity == .idle { entry.idleTicks -= 1 }
      let isDue = entry.ticks <= 0 || entry.idleTicks <= 0
      if isDue { due.append((entry.ring, entry.idleTicks <= 0 ? .idle : .busy)) }
      entries[number] = isDue ? nil : entry
    }
    isTicking = !entries.isEmpty
    return (due, isTicking)
  }
}
