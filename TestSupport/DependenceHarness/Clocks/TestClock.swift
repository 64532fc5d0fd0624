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
  /// A point in time on a test clock. A clock starts at zero by default.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The distance of this instant from time zero.
    public let offset: Duration

    /// Creates the instant at a distance from time zero.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// Returns the instant that is `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the duration from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns `true` if `left` is before `right`.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    /// The distance from time zero as text.
    public var description: String { "\(offset)" }
  }

  struct Sleep: Sendable {
    let origin: Origin
    /// The identity of the root, the object that represents the test in which the task sleeps.
    let root: ObjectIdentifier
    let continuation: CheckedContinuation<Void, any Error>

    // The origin is a class instance to keep queue entries small: a queue may hold 100,000 of them.
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
    /// Whether the clock has already waited for sleepers without success. Later waits are shorter,
    /// because the test has failed anyway.
    var hasWaitedInVain = false
    /// Whether the clock has stopped. Every sleep on a stopped clock fails at once.
    var isStopped = false
    /// Whether the alarm is set that ends the sleeps on this clock if no call moves time.
    var isWatched = false
    /// The number of running calls that move time or wait for sleepers.
    var callsInProgress = 0
    /// The number of calls so far, finished or running, that move time or wait for sleepers.
    var callCount = 0
    var world: (any SimulatedWorld)?
    /// The difference between the time of this clock and the virtual time of the simulation.
    var origin = Duration.zero

    var count: Int { queue.count }
  }

  let state: Lock<State>
  let site: SourceSite
  /// Whether tasks may still sleep on this clock when the test ends.
  public let allowsSleepersAtEnd: Bool
  /// The idle time after which the clock reports an issue, because too few tasks sleep or because
  /// no call moves time.
  ///
  /// Only real time in which the process is idle counts. In a process that is never idle, the limit
  /// is thirty times as long.
  public let patience: Duration

  /// Creates a clock that shows the time `now` until a test or a simulation moves it.
  ///
  /// - Parameters:
  ///   - now: The initial time. In a simulation, it is the time at the beginning of the simulation.
  ///   - allowsSleepersAtEnd: Whether tasks may still sleep on this clock when the test ends.
  ///   - patience: The idle time of the process after which the clock reports an issue, because too
  ///     few tasks sleep or because no call moves time.
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

  /// The time that the clock shows. It changes only if a test or a simulation moves it.
  public var now: Instant {
    keepTimeOfSimulation()
    return Instant(offset: state.withLock { $0.queue.now })
  }

  /// The smallest step of this clock: zero, because its instants are exact.
  public var minimumResolution: Duration { .zero }
}
