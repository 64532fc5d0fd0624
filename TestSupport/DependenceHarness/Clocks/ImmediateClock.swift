import Dependence

/// A clock that never waits. Sleeping advances the clock to the deadline and returns immediately.
///
/// Sleeping until a deadline in the past does not move time backward. A task that sleeps in an
/// endless loop never pauses on this clock, so test such a task with a ``TestClock``.
public final class ImmediateClock: Clock {
  /// A point in time on the clock, represented by its offset from time zero.
  public typealias Instant = TestClock.Instant

  private let time: Lock<Duration>

  /// Creates a clock whose initial time is `now`.
  public init(now: Instant = Instant()) { time = Lock(now.offset) }

  /// The current time: the latest deadline of all sleeps so far, or the initial time if that is
  /// later.
  public var now: Instant { Instant(offset: time.withLock { $0 }) }

  /// The clock's resolution, which is zero because the clock represents every instant exactly.
  public var minimumResolution: Duration { .zero }

  /// Advances the clock to `deadline`, unless that time has already passed, and yields so that
  /// other tasks can run.
  ///
  /// - Throws: `CancellationError` if the task is cancelled. If it was already cancelled before the
  ///   call, time does not advance.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline.offset) }
    await Task.yield()
    try Task.checkCancellation()
  }
}
