import Dependence

/// A clock whose time moves only when a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// async let value: Void = clock.sleep(for: .seconds(1))
/// await clock.advance(by: .seconds(1))
/// try await value
/// ```
///
/// Outside a simulation, the clock cannot detect whether a task that it wakes will sleep again.
/// Therefore, it *waits* for tasks to fall asleep before it moves time. In a simulation, it shows
/// the virtual time of the simulation.
///
/// A task that still sleeps when its test ends is woken with a `CancellationError` and fails the
/// test, unless ``allowsSleepersAtEnd`` is `true`. The same happens to a task that sleeps for
/// longer than ``patience`` while the process is idle and no call moves time.
public final class TestClock: Clock {
  /// A point in time on a test clock. By default, a clock starts at zero.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The distance from zero.
    public let offset: Duration

    /// Creates an instant at a distance from zero.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the instant that is `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns `true` if `left` is before `right`.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    /// The distance from zero as text.
    public var description: String { "\(offset)" }
  }

  struct Sleep: Sendable {
    let origin: Origin
    /// The identity of the root of the test to which the sleep belongs.
    let root: ObjectIdentifier
    let continuation: CheckedContinuation<Void, any Error>

    // This is a class so that queue entries are small. There may be a hundred thousand of them.
    final class Origin: Sendable {
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
    /// Whether the clock has already waited in vain. The test has failed then, so later waits are
    /// short.
    var hasWaitedInVain = false
    /// Whether the clock has given up. If so, every sleep fails at once.
    var isStopped = false
    /// Whether an alarm is set that ends the sleeps if no call moves time.
    var isWatched = false
    /// The number of unfinished calls that move time or wait for sleepers.
    var callsInProgress = 0
    /// The total number of calls so far that moved time or waited for sleepers.
    var callCount = 0
    var world: (any SimulatedWorld)?
    /// The time that the clock showed at the beginning of the simulation.
    var origin = Duration.zero

    var count: Int { queue.count }
  }

  let state: Lock<State>
  let site: SourceSite
  /// Whether tasks may still sleep when the test ends.
  public let allowsSleepersAtEnd: Bool
  /// The real time after which the clock reports an issue about a wait for sleepers, or about a
  /// sleep while no call moves time.
  ///
  /// Only idle time of the process is counted. If it is never idle, the limit is thirty times as
  /// long.
  public let patience: Duration

  /// Creates a clock whose time stands still at `now`.
  ///
  /// - Parameters:
  ///   - now: The initial time, which the clock shows until time is moved. In a simulation, it is
  ///     the time at the beginning of the simulation.
  ///   - allowsSleepersAtEnd: Whether tasks may still sleep when the test ends.
  ///   - patience: The idle time of the process for which the clock waits for tasks to sleep, or
  ///     for a call that moves time, before it reports an issue.
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

  /// The current time. It changes only when a test or a simulation moves it.
  public var now: Instant {
    keepTimeOfSimulation()
    return Instant(offset: state.withLock { $0.queue.now })
  }

  /// Zero, because all instants are exact.
  public var minimumResolution: Duration { .zero }
}
