/// A clock that wants to know who sleeps on it, for what it has to say about its sleepers.
package protocol PlacedClock: Clock where Duration == Swift.Duration {
  /// Suspends until `deadline`, on behalf of `site`.
  func sleep(until deadline: Instant, tolerance: Duration?, at site: SourceSite) async throws

  /// Suspends for `duration`, on behalf of `site`.
  func sleep(for duration: Duration, tolerance: Duration?, at site: SourceSite) async throws
}

extension PlacedClock {
  package func sleep(for duration: Duration, tolerance: Duration?, at site: SourceSite) async throws
  {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance, at: site)
  }
}

extension Clock where Duration == Swift.Duration {
  /// Suspends for a duration.
  ///
  /// The same as the standard library's method, but that it remembers where it was called: a test
  /// clock names that place when it reports a task which still sleeps.
  ///
  /// - Throws: `CancellationError` if the task is cancelled; ``DependencyError/unimplemented(_:)`` on
  ///   an ``UnimplementedClock``.
  public func sleep(
    for duration: Duration,
    tolerance: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async throws {
    guard let placed = self as? any PlacedClock else {
      return try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
    }
    let site = SourceSite(fileID, filePath, line, column)
    try await placed.sleep(for: duration, tolerance: tolerance, at: site)
  }
}
