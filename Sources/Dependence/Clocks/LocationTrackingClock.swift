/// A clock whose `sleep` methods receive the call's source location, so that issues can name it.
package protocol LocationTrackingClock: Clock where Duration == Swift.Duration {
  /// Suspends the current task until `deadline`. `site` is the source location of the call to
  /// `sleep`.
  func sleep(until deadline: Instant, tolerance: Duration?, at site: SourceSite) async throws

  /// Suspends the current task for `duration`. `site` is the source location of the call to
  /// `sleep`.
  func sleep(for duration: Duration, tolerance: Duration?, at site: SourceSite) async throws
}

extension LocationTrackingClock {
  package func sleep(for duration: Duration, tolerance: Duration?, at site: SourceSite) async throws
  {
    try await sleep(until: now.advanced(by: duration), tolerance: tolerance, at: site)
  }
}

extension Clock where Duration == Swift.Duration {
  /// Suspends the current task for the given duration.
  ///
  /// Unlike the standard library's method, this method passes its caller's source location to
  /// clocks that can report it, such as a test clock. If a task is still sleeping when a test ends,
  /// the test clock reports that location.
  ///
  /// - Throws: `CancellationError` if the task is cancelled, or
  ///   ``DependencyError/unimplemented(_:)`` if the clock is an ``UnimplementedClock``.
  public func sleep(
    for duration: Duration,
    tolerance: Duration? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async throws {
    guard let clock = self as? any LocationTrackingClock else {
      return try await sleep(until: now.advanced(by: duration), tolerance: tolerance)
    }
    let site = SourceSite(fileID, filePath, line, column)
    try await clock.sleep(for: duration, tolerance: tolerance, at: site)
  }
}
