import Dependence
import Dispatch

/// A timer that calls a function after the process has been idle for a given total time.
///
/// The timer limits how long a test waits for an event. While the process is busy, or all its
/// threads are blocked, the event may still happen. Therefore, only time in which the process uses
/// almost no processor time and a new task can run at once counts as idle.
///
/// In a process that is never idle, the function is called after ``AlarmClock/busyFactor`` times
/// the limit. Time in which tasks wait because other work uses the processor counts less: see
/// ``AlarmClock/starvedTicks``. The function is called on a separate dispatch queue, because all
/// threads that run tasks may be blocked.
package struct Alarm: Sendable {
  private static let tick = Duration.milliseconds(20)
  private static let queue = DispatchQueue(label: "dependence.alarm")
  private static let clock = Lock(AlarmClock(tick: tick))

  /// The simulation that calls the function, or `nil` if a timer of the process does.
  private let world: (any SimulatedWorld)?
  private let number: Int

  /// Sets an alarm. In a simulation, `ring` is called as soon as no simulated task can run.
  ///
  /// - Parameters:
  ///   - limit: The total idle time after which `ring` is called.
  ///   - busyLimit: The time after which `ring` is called in a process that is never idle. The
  ///     default is ``AlarmClock/busyFactor`` times `limit`.
  ///   - world: The simulation that calls `ring`, or `nil` to use a timer of the process.
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
    // The timer and its probe task run outside every simulation. Otherwise, a simulation would
    // schedule them like code under test.
    guard isFirst else { return }
    SimulatedWorlds.outside { Self.queue.async { Self.tickLater(System.processorTime, Probe()) } }
  }

  package func cancel() {
    if let world { return world.cancelIdle(number) }
    // The closure is released after unlocking, because releasing it may run user code.
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

/// A task that only records that it has run. As long as it has not, no thread is free for new
/// tasks.
private final class Probe: Sendable {
  private let hasRun = Lock(false)

  init() { Task.detached { self.hasRun.withLock { $0 = true } } }

  var isDone: Bool { hasRun.withLock { $0 } }
}

/// A state machine that counts down the alarms that are set. It has no side effects.
struct AlarmClock: Sendable {
  typealias Ring = @Sendable () -> Void

  /// The activity of the process during one tick, the interval at which it is measured.
  enum Activity: Sendable {
    /// The process uses almost no processor time, and a new task finds a free thread.
    case idle
    /// The process uses the processor, and a new task finds a free thread.
    case busy
    /// The process uses almost no processor time, but a new task finds no free thread.
    case blocked
    /// The process uses the processor, and a new task finds no free thread. The awaited event may
    /// be delayed by other work.
    case starved
  }

  private struct Entry: Sendable {
    var idleTicks: Int
    /// The remaining ticks until the alarm fires in a process that is never idle, counted in
    /// starved ticks.
    var ticks: Int
    let ring: Ring
  }

  /// The factor by which the time limit of an alarm grows in a process that is never idle.
  static let busyFactor = 30
  /// The number of ticks without a free thread that count as much as one busy tick.
  static let starvedTicks = 20

  private let tick: Duration
  private var entries: [Int: Entry] = [:]
  private var nextNumber = 0
  private var isTicking = false

  init(tick: Duration) { self.tick = tick }

  /// Adds an alarm and returns its identifier. If `isFirst` is `true`, the caller must start the
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

  /// Counts one tick. Returns the functions of the alarms that fire, and whether more ticks are
  /// needed.
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
