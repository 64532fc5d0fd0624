import Dependence

/// A clock whose time stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// async let value: Void = clock.sleep(for: .seconds(1))
/// await clock.advance(by: .seconds(1))
/// try await value
/// ```
///
/// Outside a simulation a clock cannot know whether a task that it wakes will sleep again, and never guesses: before time
/// passes it *waits* for tasks to fall asleep. In a simulation it keeps the simulation's time.
///
/// A task that still sleeps when its test ends is woken with a `CancellationError`, and fails the test, unless
/// ``allowsSleepersAtEnd``. So does a task that sleeps for longer than ``patience`` while the process is idle and no call
/// moves time: a test that waits for it would never end.
public final class TestClock: Clock {
  /// A point on the clock's time line, on which a clock begins at zero unless it is told otherwise.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The distance from zero.
    public let offset: Duration

    /// An instant by its distance from zero.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The instant `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// True if this instant is before `other`.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    /// The distance from zero.
    public var description: String { "\(offset)" }
  }

  struct Sleep: Sendable {
    let place: Place
    /// The root of the test that it belongs to.
    let root: ObjectIdentifier
    let continuation: CheckedContinuation<Void, any Error>

    // An object, which keeps a queue of a hundred thousand small.
    final class Place: Sendable {
      let site: SourceSite?
      let taskName: String?

      init(_ site: SourceSite?, taskName: String?) {
        self.site = site
        self.taskName = taskName
      }
    }
  }

  struct State: Awaitable {
    var queue: SleeperQueue<Sleep>
    var rendezvous = Rendezvous()
    /// True once the clock has waited in vain: the test has failed, and should not take long to end.
    var hasWaitedInVain = false
    /// True once the clock has given up, and lets nobody sleep any more.
    var isStopped = false
    /// Whether an alarm is set that looks for sleepers whose time never comes.
    var isWatched = false
    /// The number of calls that move time, or wait for sleepers, and have not returned.
    var callsInProgress = 0
    /// The number of such calls so far.
    var callCount = 0
    var world: (any SimulatedWorld)?
    /// The clock's time at the beginning of that simulation.
    var origin = Duration.zero

    var count: Int { queue.count }
  }

  let state: Lock<State>
  let site: SourceSite
  /// True if tasks may still sleep when the test ends.
  public let allowsSleepersAtEnd: Bool
  /// The real time after which a wait is reported as vain: a wait for sleepers, or a sleep while no call moves time.
  ///
  /// Only time counts in which the process is idle. In a process that is never idle it is thirty times as long.
  public let patience: Duration

  /// A clock whose time stands still at `now`.
  ///
  /// - Parameters:
  ///   - now: What the clock shows until time is moved; in a simulation, when that begins.
  ///   - allowsSleepersAtEnd: Whether tasks may still sleep when the test ends.
  ///   - patience: How long to wait for tasks to fall asleep, and for time to be moved, while the process is idle.
  public init(
    now: Instant = Instant(),
    allowsSleepersAtEnd: Bool = false,
    patience: Duration = .seconds(10),
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    state = Lock(State(queue: SleeperQueue(now: now.offset)))
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    self.allowsSleepersAtEnd = allowsSleepersAtEnd
    self.patience = patience
  }

  /// The present. It changes only when a test moves it.
  public var now: Instant {
    keepTimeOfSimulation()
    return Instant(offset: state.withLock { $0.queue.now })
  }

  /// No time at all: every instant is exact.
  public var minimumResolution: Duration { .zero }
}
