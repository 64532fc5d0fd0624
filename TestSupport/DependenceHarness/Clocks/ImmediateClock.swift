import Dependence

/// A clock on which nobody waits: a sleep moves time to its deadline and is over.
///
/// Time never goes backwards. A task that sleeps in an endless loop never stops; use ``TestClock``
/// for those.
public final class ImmediateClock: Clock {
  /// Time since the clock was made.
  public typealias Instant = TestClock.Instant

  private let time: Lock<Duration>

  /// A clock that begins at `now`.
  public init(now: Instant = Instant()) { time = Lock(now.offset) }

  /// The latest deadline that anybody has slept until.
  public var now: Instant { Instant(offset: time.withLock { $0 }) }

  /// No time at all: every instant is exact.
  public var minimumResolution: Duration { .zero }

  /// Moves time to `deadline`, unless that has passed, and lets other tasks run.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; time does not move then.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline.offset) }
    await Task.yield()
    try Task.checkCancellation()
  }
}
