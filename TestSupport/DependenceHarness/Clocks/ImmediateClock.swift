import Dependence

/// A clock that does not wait. A sleep moves the clock to the deadline and returns at once.
///
/// Time never moves backwards. A task that sleeps in an endless loop never pauses on this clock, so
/// use a ``TestClock`` for such a task.
public final class ImmediateClock: Clock {
  /// A point in time, stored as its distance from time zero.
  public typealias Instant = TestClock.Instant

  private let time: Lock<Duration>

  /// Creates a clock that initially shows the time `now`.
  public init(now: Instant = Instant()) { time = Lock(now.offset) }

  /// The latest deadline of all sleeps so far, or the initial time.
  public var now: Instant { Instant(offset: time.withLock { $0 }) }

  /// The smallest step of this clock: zero, because its instants are exact.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock forward to `deadline`, unless it has passed, and lets other tasks run.
  ///
  /// - Throws: `CancellationError` if the task is cancelled. If it was cancelled before the call,
  ///   time does not move.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline.offset) }
    await Task.yield()
    try Task.checkCancellation()
  }
}
