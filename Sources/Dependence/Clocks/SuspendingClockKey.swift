/// The clock that stops while the system sleeps.
package enum SuspendingClockKey: DependencyKey {
  package static var liveValue: any Clock<Duration> { SuspendingClock() }
  package static var previewValue: any Clock<Duration> { SuspendingClock() }
  package static var testValue: any Clock<Duration> { UnimplementedClock("suspendingClock") }
}

extension DependencyValues {
  /// The clock that stops while the system sleeps; unimplemented in tests.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}
