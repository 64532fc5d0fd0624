import Dependence

/// A clock that does not wait. A sleep sets the time to its deadline and returns.
///
/// Time never moves backwards. For a task that sleeps in an endless loop, use a ``TestClock``.
public final class ImmediateClock: Clock {
  /// A point in time, as its distance from zero.
  public typealias Instant = TestClock.Instant

  private let time: Lock<Duration>

  /// Creates a clock that shows `now`.
  public init(now: Instant = Instant()) { time = Lock(now.offset) }

  /// The latest deadline of all sleeps so far, or the initial time.
  public var now: Instant { Instant(offset: time.withLock { $0 }) }

  /// Zero, because all instants are exact.
  public var minimumResolution: Duration { .zero }

  /// Moves time to `deadline`, unless that is in the past, and yields to other tasks.
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
