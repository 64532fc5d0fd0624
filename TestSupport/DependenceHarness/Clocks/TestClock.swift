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
/// Outside a simulation a clock cannot know whether a task that it wakes will sleep again. Therefore
/// it never guesses, and no result depends on how busy the machine is: before time passes, it *waits*
/// for tasks to fall asleep. ``advance(by:sleepers:fileID:filePath:line:column:)`` says for how many.
/// In a simulation it keeps the simulation's time, and knows.
///
/// A task that still sleeps when its test ends fails the test, unless
/// ``allowsSleepersAtEnd`` says otherwise, and is woken with a `CancellationError`.
public final class TestClock: Clock {
  /// Time since the clock was made.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the clock was made.
    public let offset: Duration

    /// An instant by its distance from the one at which the clock was made.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether this instant is before `other`.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }

    /// The distance from the beginning.
    public var description: String { "\(offset)" }
  }

  /// A task that sleeps.
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
    var queue = SleeperQueue<Sleep>()
    var rendezvous = Rendezvous()
    /// Whether the clock has waited in vain: the test has failed, and should not take long to end.
    var hasWaitedInVain = false
    /// Whether the clock has given up, and lets nobody sleep any more.
    var isStopped = false
    /// The simulation whose time the clock keeps.
    var world: (any SimulatedWorld)?
    /// What the clock showed when that simulation began.
    var origin = Duration.zero

    var count: Int { queue.count }
  }

  let state = Lock(State())
  /// Where the clock was made.
  let site: SourceSite
  /// Whether tasks may still sleep when the test ends.
  public let allowsSleepersAtEnd: Bool
  /// How long the clock waits for tasks to fall asleep before it reports that they do not: real time
  /// in which the process does nothing; in one that never rests, thirty times as long. It decides how
  /// soon a test fails, and not whether it passes. Once that has happened, the test has failed, and
  /// the clock waits for no more than a second.
  public let patience: Duration

  /// A clock at the beginning of its time.
  ///
  /// - Parameters:
  ///   - allowsSleepersAtEnd: Whether tasks may still sleep when the test ends.
  ///   - patience: How long to wait for tasks to fall asleep, while the process does nothing.
  public init(
    allowsSleepersAtEnd: Bool = false,
    patience: Duration = .seconds(10),
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
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
