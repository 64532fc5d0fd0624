/// The clock that goes on while the system sleeps.
public enum ContinuousClockKey: DependencyKey {
  /// The system's.
  public static var liveValue: any Clock<Duration> { ContinuousClock() }
  /// The system's.
  public static var previewValue: any Clock<Duration> { ContinuousClock() }
  /// None: a test brings its own.
  public static var testValue: any Clock<Duration> { UnimplementedClock("continuousClock") }
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
