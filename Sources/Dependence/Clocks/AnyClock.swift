/// A type-erased clock that measures time in `Duration`.
///
/// An `any Clock<Duration>`, such as ``DependencyValues/continuousClock``, can only be used for
/// sleeping. Wrap it in an `AnyClock` to compare its instants or to measure elapsed time:
///
/// ```swift
/// let clock = AnyClock(continuousClock)
/// let start = clock.now
/// await work()
/// let elapsed = start.duration(to: clock.now)
/// ```
///
/// Instants of the same clock can be compared, even if they come from two different `AnyClock`
/// wrappers. Comparing instants of different clocks is a programming error. The comparison traps if
/// the two instants have different types, and otherwise returns a meaningless result.
public struct AnyClock: Clock {
  /// A type-erased instant of the clock that an ``AnyClock`` wraps.
  public struct Instant: InstantProtocol {
    fileprivate let base: any InstantProtocol<Duration>

    /// Returns the instant that is `duration` later than this instant.
    public func advanced(by duration: Duration) -> Instant {
      Instant(base: base.advanced(by: duration))
    }

    /// Returns the time from this instant to `other`. Both must be instants of the same clock.
    public func duration(to other: Instant) -> Duration { base.duration(toAny: other.base) }

    /// Returns `true` if `left` is before `right`. Both must be instants of the same clock.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.duration(to: right) > .zero
    }

    /// Returns `true` if `left` and `right` represent the same instant of the same clock.
    public static func == (left: Instant, right: Instant) -> Bool {
      AnyHashable(left.base) == AnyHashable(right.base)
    }

    /// Hashes the wrapped instant by feeding it into `hasher`.
    public func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
  }

  private let base: any Clock<Duration>

  /// Creates a type-erased wrapper around `base`.
  public init(_ base: any Clock<Duration>) { self.base = (base as? AnyClock)?.base ?? base }

  /// The current instant of the wrapped clock.
  public var now: Instant { Instant(base: base.anyNow) }

  /// The minimum resolution of the wrapped clock.
  public var minimumResolution: Duration { base.minimumResolution }

  /// Suspends the current task until the wrapped clock reaches `deadline`.
  ///
  /// - Throws: Any error that the wrapped clock throws.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await base.sleep(untilAny: deadline.base, tolerance: tolerance)
  }
}

extension AnyClock: LocationTrackingClock {
  package func sleep(until deadline: Instant, tolerance: Duration?, at site: SourceSite)
    async throws
  {
    guard let clock = base as? any LocationTrackingClock else {
      return try await sleep(until: deadline, tolerance: tolerance)
    }
    try await clock.sleep(untilAny: deadline.base, tolerance: tolerance, at: site)
  }

  package func sleep(for duration: Duration, tolerance: Duration?, at site: SourceSite) async throws
  {
    guard let clock = base as? any LocationTrackingClock else {
      return try await base.sleep(for: duration, tolerance: tolerance)
    }
    try await clock.sleep(for: duration, tolerance: tolerance, at: site)
  }
}

// MARK: - Opening existential types

extension InstantProtocol {
  /// Casts `instant`, which was wrapped in an ``AnyClock/Instant``, to this type. Traps if it has
  /// another type, because it then comes from a different kind of clock.
  fileprivate static func own(_ instant: any InstantProtocol) -> Self {
    guard let own = instant as? Self else {
      fatalError(
        """
        An instant of type \(type(of: instant)) was used with a clock whose instants are \(Self.self). \
        Take both instants from the same clock.
        """
      )
    }
    return own
  }
}

extension InstantProtocol where Duration == Swift.Duration {
  fileprivate func duration(toAny other: any InstantProtocol) -> Duration {
    duration(to: Self.own(other))
  }
}

extension Clock where Duration == Swift.Duration {
  fileprivate var anyNow: any InstantProtocol<Duration> { now }

  fileprivate func sleep(
    untilAny deadline: any InstantProtocol,
    tolerance: Duration?
  ) async throws {
    try await sleep(until: Instant.own(deadline), tolerance: tolerance)
  }
}

extension LocationTrackingClock {
  fileprivate func sleep(
    untilAny deadline: any InstantProtocol,
    tolerance: Duration?,
    at site: SourceSite
  ) async throws {
    try await sleep(until: Instant.own(deadline), tolerance: tolerance, at: site)
  }
}
