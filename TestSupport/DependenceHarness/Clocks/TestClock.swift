import Dependence

/// A clock whose time advances only when a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// async let value: Void = clock.sleep(for: .seconds(1))
/// await clock.advance(by: .seconds(1))
/// try await value
/// ```
///
/// Outside a simulation, the clock cannot tell whether a task that it has just woken will sleep
/// again. Before it advances time, it therefore waits for tasks to fall asleep. In a simulation,
/// the clock shows the simulation's virtual time.
///
/// If a task is still asleep when its test ends, its sleep throws a `CancellationError` and the
/// test fails. The same happens if a task sleeps for longer than ``patience`` while the process is
/// idle and the test does not advance time. If a task goes to sleep after its test has ended, its
/// sleep throws the same error and the test process fails. To avoid all three failures, pass
/// `allowsSleepersAtEnd: true` to the initializer.
public final class TestClock: Clock {
  /// A point in time on a test clock. By default, a new clock starts at time zero.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The duration from time zero to this instant.
    public let offset: Duration

    /// Creates an instant from its offset from time zero.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the instant that is `duration` later than this one.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns `true` if `left` is earlier than `right`.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    /// The offset from time zero, formatted as text.
    public var description: String { "\(offset)" }
  }

  struct Sleep: Sendable {
    let site: SourceSite?
    let taskName: String?
    /// The identity of the sleeping task's dependency root. Each test has its own root, so this
    /// identifies the test whose end cancels the sleep.
    let root: ObjectIdentifier
    let continuation: CheckedContinuation<Void, any Error>
  }

  struct State: Awaitable {
    var queue: SleeperQueue<Sleep>
    var rendezvous = Rendezvous()
    /// Whether a wait for tasks to fall asleep has timed out. If so, later waits are shorter,
    /// because the test has already failed.
    var hasWaitedInVain = false
    /// Whether the clock has stopped, for example because `run` reached its maximum number of
    /// deadlines. Every sleep on a stopped clock throws an error immediately.
    var isStopped = false
    /// Whether the timer that ends long sleeps is running. When the timer fires, it ends all
    /// sleeps, unless the test has advanced time in the meantime.
    var isWatched = false
    /// The number of calls, such as `advance(by:)`, that are currently advancing time or waiting
    /// for sleeping tasks.
    var callsInProgress = 0
    /// The total number of calls that have advanced time or waited for sleeping tasks, including
    /// calls that are still in progress.
    var callCount = 0
    /// The number of calls to `advance` that have taken a turn. Each of them waits until all
    /// earlier turns have ended, so that the calls run one after another.
    var turns = 0
    var world: (any SimulatedWorld)?
    /// The time on this clock that corresponds to the virtual time zero of its simulation.
    var origin = Duration.zero

    var count: Int { queue.count }
  }

  let state: Lock<State>
  /// The number of calls to `advance` whose turn has ended: see ``State/turns``.
  let endedTurns = Lock(Tally())
  let site: SourceSite
  /// Whether tasks may be asleep on this clock when the test ends, or go to sleep on it later,
  /// without causing a failure. Their sleeps throw a `CancellationError` either way.
  public let allowsSleepersAtEnd: Bool
  /// The time that the process may be idle before the clock reports that too few tasks are asleep,
  /// or that the test does not advance time.
  ///
  /// Time during which the process is busy does not count toward this limit. Under Swift Testing,
  /// neither does time during which the main actor is blocked. If the process is never idle, the
  /// limit is thirty times as long.
  public let patience: Duration

  /// Creates a clock that shows the time `now` until a test or a simulation advances it.
  ///
  /// - Parameters:
  ///   - now: The initial time. In a simulation, the clock shows this time when it is first used.
  ///   - allowsSleepersAtEnd: Whether tasks may be asleep on this clock when the test ends, or go
  ///     to sleep on it later.
  ///   - patience: The time that the process may be idle before the clock reports that too few
  ///     tasks are asleep, or that the test does not advance time.
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

  /// The clock's current time. It changes only when a test or a simulation advances it.
  public var now: Instant {
    keepTimeOfSimulation()
    return Instant(offset: state.withLock { $0.queue.now })
  }

  /// The clock's resolution, which is zero because the clock represents every instant exactly.
  public var minimumResolution: Duration { .zero }
}
