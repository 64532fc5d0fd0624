/// The clock that goes on while the system sleeps.
package enum ContinuousClockKey: DependencyKey {
  package static var liveValue: any Clock<Duration> { ContinuousClock() }
  package static var previewValue: any Clock<Duration> { ContinuousClock() }
  package static var testValue: any Clock<Duration> { UnimplementedClock("continuousClock") }
}

extension DependencyValues {
  /// The clock that goes on while the system sleeps; unimplemented in tests.
  ///
  /// ```swift
  /// try await withDependencies {
  ///   $0.continuousClock = ImmediateClock()
  /// } operation: {
  ///   try await poll()
  /// }
  /// ```
  public var continuousClock: any Clock<Duration> {
    get { self[ContinuousClockKey.self] }
    set { self[ContinuousClockKey.self] = newValue }
  }
}
