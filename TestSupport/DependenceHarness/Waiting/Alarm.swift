import Dependence
import Dispatch

/// An alarm that calls a function after the process has been idle for a given total time. It can be
/// cancelled.
///
/// While the process is busy, the event that a test waits for may still happen, which can take long
/// on a slow machine. The event may also still happen while tasks wait for a thread, for example
/// because tests that run other programs block all threads. Therefore, the alarm counts only time
/// in which the process uses almost no processor time and a new task runs at once.
///
/// A process may never be idle. In that case, the function is called after
/// ``AlarmClock/busyFactor`` times the limit. Time in which tasks wait because other work uses the
/// processor counts less: see ``AlarmClock/starvedTicks``. The function is called on a dispatch
/// queue of its own, because all threads that run tasks may be blocked.
package struct Alarm: Sendable {
  private static let tick = Duration.milliseconds(20)
  private static let queue = DispatchQueue(label: "dependence.alarm")
  private static let clock = Lock(AlarmClock(tick: tick))

  /// The simulation that calls the function, or `nil` if the clock of the process does.
  private let world: (any SimulatedWorld)?
  private let number: Int

  /// Sets an alarm. In a simulation, `ring` is called as soon as no task of the simulation can run.
  ///
  /// - Parameters:
  ///   - limit: The total idle time after which `ring` is called.
  ///   - busyLimit: The time after which `ring` is called in a process that is never idle. The
  ///     default is ``AlarmClock/busyFactor`` times `limit`.
  ///   - world: The simulation that calls `ring`, or `nil` to use the clock of the process.
  package init(
    after limit: Duration,
    busyLimit: Duration? = nil,
    in world: (any SimulatedWorld)? = SimulatedWorlds.current,
    _ ring: @escaping @Sendable () -> Void
  ) {
    self.world = world
    if let world {
      number = world.whenIdle(ring)
      return
    }
    let (number, isFirst) = Self.clock.withLock { $0.add(limit, busyLimit: busyLimit, ring) }
    self.number = number
    // The clock and the task of the probe run outside every simulation. Otherwise, a simulation
    // would schedule them like code of its test.
    guard isFirst else { return }
    SimulatedWorlds.outside { Self.queue.async { Self.tickLater(System.processorTime, Probe()) } }
  }

  package func cancel() {
    if let world { return world.cancelIdle(number) }
    // The closure is released outside the lock, because its release may run user code.
    _ = Self.clock.withLock { $0.cancel(number) }
  }

  private static func tickLater(_ before: Duration, _ probe: Probe) {
    queue.asyncAfter(deadline: .now() + .milliseconds(20)) {
      let now = System.processorTime
      let isDone = probe.isDone
      let isResting = now - before < tick / 5
      let activity: AlarmClock.Activity =
        isDone ? (isResting ? .idle : .busy) : (isResting ? .blocked : .starved)
      let (due, isNeeded) = clock.withLock { $0.tick(activity) }
      for ring in due { ring() }
      if isNeeded { tickLater(now, isDone ? Probe() : probe) }
    }
  }
}

/// A task that only records that it has run. Until then, no other new task can be expected to run.
private final class Probe: Sendable {
  private let hasRun = Lock(false)

  init() { Task.detached { self.hasRun.withLock { $0 = true } } }

  var isDone: Bool { hasRun.withLock { $0 } }
}

/// A state machine for the alarms that are set. It performs no side effects.
struct AlarmClock: Sendable {
  typealias Ring = @Sendable () -> Void

  /// The state of the process during a tick.
  enum Activity: Sendable {
    /// The process uses almost no processor time, and a new task finds a free thread.
    case idle
    /// The process uses the processor, and a new task finds a free thread.
    case busy
    /// The process uses almost no processor time, but a new task finds no free thread.
    case blocked
    /// The process uses the processor, and a new task finds no free thread. The event that the
    /// alarm waits for may be queued behind other work.
    case starved
  }

  private struct Entry: Sendable {
    var idleTicks: Int
    /// The number of starved ticks until the alarm is due in a process that is never idle.
    var ticks: Int
    let ring: Ring
  }

  /// The factor by which the limit of an alarm is extended in a process that is never idle.
  static let busyFactor = 30
  /// The number of starved ticks that count as much as one busy tick.
  static let starvedTicks = 20

  private let tick: Duration
  private var entries: [Int: Entry] = [:]
  private var nextNumber = 0
  private var isTicking = false

  init(tick: Duration) { self.tick = tick }

  /// Sets an alarm and returns its identifier. If `isFirst` is `true`, the caller must start the
  /// ticks.
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

  /// Counts one tick. Returns the functions of due alarms, and whether more ticks are needed.
  mutating func tick(_ activity: Activity) -> (due: [Ring], isNeeded: Bool) {
    var due: [Ring] = []
    for (number, var entry) in entries {
      entry.ticks -= activity == .starved ? 1 : Self.starvedTicks
      if activity == .idle { entry.idleTicks -= 1 }
      let isDue = entry.ticks <= 0 || entry.idleTicks <= 0
      if isDue { due.append(entry.ring) }
      entries[number] = isDue ? nil : entry
    }
    isTicking = !entries.isEmpty
    return (due, isTicking)
  }
}
