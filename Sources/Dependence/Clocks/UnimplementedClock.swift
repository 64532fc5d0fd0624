/// A clock that must not be used: every operation is a reported issue.
///
/// The test value of a clock that a test has to override. One operation is one issue: `sleep(for:)`
/// stands at its call; operations that cannot know their caller stand where the default was first
/// read, or else where the clock was made.
public struct UnimplementedClock: Clock {
  /// An instant of a clock that does not run.
  public struct Instant: InstantProtocol {
    fileprivate var offset = Duration.zero

    /// The instant `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time from this instant to `other`.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// True if this instant is before `other`.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let name: String
  private let fallback: SourceSite

  /// A clock that reports its use.
  ///
  /// - Parameter name: What messages call it: the property it is overridden by.
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

  /// Reports an issue; the beginning of time.
  public var now: Instant {
    report("now", at: fallback)
    return Instant()
  }

  /// Reports an issue; no time at all.
  public var minimumResolution: Duration {
    report("minimumResolution", at: fallback)
    return .zero
  }

  /// Throws at once. Where the deadline came from, ``now`` has reported the issue.
  ///
  /// - Throws: ``DependencyError/unimplemented(_:)``.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    throw DependencyError.unimplemented("\(name).sleep")
  }

  private func report(_ operation: String, at site: SourceSite) {
    reportUnimplemented("\(name).\(operation)", override: "$0.\(name) = TestClock()", at: site)
  }
}

extension UnimplementedClock: PlacedClock {
  package func sleep(until deadline: Instant, tolerance: Duration?, at site: SourceSite)
    async throws
  {
    try await sleep(until: deadline, tolerance: tolerance)
  }

  package func sleep(for duration: Duration, tolerance: Duration?, at site: SourceSite) async throws
  {
    report("sleep", at: site)
    throw DependencyError.unimplemented("\(name).sleep")
  }
}
