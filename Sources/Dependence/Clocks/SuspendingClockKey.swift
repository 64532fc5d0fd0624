/// The clock that stops while the system sleeps.
public enum SuspendingClockKey: DependencyKey {
  /// The system's.
  public static var liveValue: any Clock<Duration> { SuspendingClock() }
  /// The system's.
  public static var previewValue: any Clock<Duration> { SuspendingClock() }
  /// None: a test brings its own.
  public static var testValue: any Clock<Duration> { UnimplementedClock("suspendingClock") }
}

extension DependencyValues {
  /// The clock that stops while the system sleeps; unimplemented in tests.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}
