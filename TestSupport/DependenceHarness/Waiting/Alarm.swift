import Dependence
import Dispatch

/// Calls a function when the process has been idle for some time in total, unless it is cancelled before.
///
/// The event that a test waits for may still happen while the process is busy, which can take long on a slow machine. It may
/// also happen while tasks wait for a thread, for example because tests that run other programs block all threads. So the
/// alarm only counts the time in which the process uses next to no processor time and a new task is run at once.
///
/// A process may never be idle. Therefore the function is called at the latest after ``AlarmClock/busyFactor`` times the
/// limit. Time in which new tasks have to wait because other work uses the processor counts less
/// (``AlarmClock/starvedTicks``). The function is called on a thread of the alarm's own, because all threads that run tasks
/// may be blocked.
package struct Alarm: Sendable {
  private static let tick = Duration.milliseconds(20)
  private static let queue = DispatchQueue(label: "dependence.alarm")
  private static let clock = Lock(AlarmClock(tick: tick))

  /// The simulation that rings; nil if it is the clock of the process.
  private let world: (any SimulatedWorld)?
  private let number: Int

  /// Sets an alarm. In a simulation, which knows when nothing can happen any more, it rings then.
  ///
  /// - Parameters:
  ///   - limit: How long the process has to rest.
  ///   - busyLimit: How long to wait in a process that never rests; by default ``AlarmClock/busyFactor`` times as long.
  ///   - world: The simulation that rings; nil for the clock of the process.
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
    // On the queue, which is no part of a simulation: neither must be the task that the probe starts.
    guard isFirst else { return }
    SimulatedWorlds.outside { Self.queue.async { Self.tickLater(System.processorTime, Probe()) } }
  }

  package func cancel() {
    if let world { return world.cancelIdle(number) }
    // Released outside the lock.
    _ = Self.clock.withLock { $0.cancel(number) }
  }

  private static func tickLater(_ before: Duration, _ probe: Probe) {
    queue.asyncAfter(deadline: .now() + .milliseconds(20)) {
      let now = System.processorTime
      let isAnswered = probe.isAnswered
      let isResting = now - before < tick / 5
      let activity: AlarmClock.Activity =
        isAnswered ? (isResting ? .idle : .busy) : (isResting ? .blocked : .starved)
      let (due, isNeeded) = clock.withLock { $0.tick(activity) }
      for ring in due { ring() }
      if isNeeded { tickLater(now, isAnswered ? Probe() : probe) }
    }
  }
}

/// A task that has nothing to do: until it has run, no other task can be expected to.
private final class Probe: Sendable {
  private let hasRun = Lock(false)

  init() { Task.detached { self.hasRun.withLock { $0 = true } } }

  var isAnswered: Bool { hasRun.withLock { $0 } }
}

/// The alarms that are set: a pure state machine.
struct AlarmClock: Sendable {
  typealias Ring = @Sendable () -> Void

  /// The state of the process during a tick.
  enum Activity: Sendable {
    /// It uses next to no processor, and a task finds a thread.
    case idle
    /// It uses the processor, and a task finds a thread.
    case busy
    /// It uses next to no processor, and a task finds no thread.
    case blocked
    /// It uses the processor, and a task finds no thread: what the alarm waits for may be queued behind other work.
    case starved
  }

  private struct Entry: Sendable {
    var idleTicks: Int
    /// The ticks that are left in a process that never rests, in starved ticks.
    var ticks: Int
    let ring: Ring
  }

  /// The factor by which an alarm waits longer in a process that never rests.
  static let busyFactor = 30
  /// The number of starved ticks that count as much as a busy one.
  static let starvedTicks = 20

  private let tick: Duration
  private var entries: [Int: Entry] = [:]
  private var nextNumber = 0
  private var isTicking = false

  init(tick: Duration) { self.tick = tick }

  /// Sets an alarm; returns its number, and whether ticking has to begin.
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

  /// Lets a tick pass; returns the alarms that ring, and whether ticking has to go on.
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
