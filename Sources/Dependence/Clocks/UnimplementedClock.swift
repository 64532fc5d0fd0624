/// A clock that reports an issue whenever it is used.
///
/// This clock is the test value of the clock dependencies, so a test must override a clock before
/// using it. Each operation reports one issue. For `sleep(for:)`, the issue is reported at the call
/// site. The other operations do not receive their caller's source location. Their issues are
/// reported where the dependency was first read or, if the clock is not a default value, where the
/// clock was created.
public struct UnimplementedClock: Clock {
  /// An instant of an unimplemented clock.
  public struct Instant: InstantProtocol {
    fileprivate var offset = Duration.zero

    /// Returns the instant that is `duration` later than this instant.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// Returns the time from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Returns `true` if `left` is before `right`.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let name: String
  private var fallback: SourceSite
  /// The text that follows "clock.now was called" in messages to explain why the library used the
  /// clock, such as " to measure the lifetime .timeToLive of store". It is empty if the library
  /// itself does not use the clock.
  private var purpose = ""

  /// Creates a clock that reports an issue for each use.
  ///
  /// - Parameter name: The clock's name in messages. Use the name of the dependency property.
  public init(
    _ name: String = "clock",
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    self.name = name
    fallback = DefaultReader.site ?? SourceSite(fileID, filePath, line, column)
  }

  /// Returns a copy of this clock that measures the time to live of `dependency`. The issues that
  /// the copy reports name this dependency.
  ///
  /// - Parameter site: The location where the dependency was read, or `nil` if it is unknown.
  package func measuringLifetime(of dependency: String, readAt site: SourceSite?) -> Self {
    var copy = self
    copy.purpose = " to measure the lifetime .timeToLive of \(dependency)"
    copy.fallback = site ?? fallback
    return copy
  }

  /// A placeholder for the current instant, with an offset of zero. Reading this property reports
  /// an issue.
  public var now: Instant {
    report("now", at: fallback)
    return Instant()
  }

  /// A placeholder for the clock's resolution, which is zero. Reading this property reports an
  /// issue.
  public var minimumResolution: Duration {
    report("minimumResolution", at: fallback)
    return .zero
  }

  /// Reports an issue and throws an error immediately.
  ///
  /// - Throws: ``DependencyError/unimplemented(_:)``.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    throw sleepError(at: fallback)
  }

  /// Reports a call to a `sleep` method as an issue, and returns the error that the method throws.
  private func sleepError(at site: SourceSite) -> DependencyError {
    report("sleep", at: site)
    return .unimplemented("\(name).sleep")
  }

  private func report(_ operation: String, at site: SourceSite) {
    reportUnimplemented(
      "\(name).\(operation)",
      for: purpose,
      override: "$0.\(name) = TestClock()",
      at: site
    )
  }
}

extension UnimplementedClock: LocationTrackingClock {
  package func sleep(until deadline: Instant, tolerance: Duration?, at site: SourceSite)
    async throws
  {
    throw sleepError(at: site)
  }

  package func sleep(for duration: Duration, tolerance: Duration?, at site: SourceSite) async throws
  {
    throw sleepError(at: site)
  }
}
