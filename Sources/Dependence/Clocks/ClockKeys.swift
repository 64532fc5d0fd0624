package enum ContinuousClockKey: DependencyKey, BuiltInKey {
  package static var propertyName: String { "continuousClock" }
  package static var liveValue: any Clock<Duration> { ContinuousClock() }
  package static var previewValue: any Clock<Duration> { ContinuousClock() }
  package static var testValue: any Clock<Duration> { UnimplementedClock("continuousClock") }
}

extension DependencyValues {
  /// A clock that keeps running while the system sleeps. Using this clock in a test reports an
  /// issue, unless the test overrides it:
  ///
  /// ```swift
  /// try await withDependencies {
  ///   $0.continuousClock = ImmediateClock()
  /// } operation: {
  ///   try await poll()
  /// }
  /// ```
  public var continuousClock: any Clock<Duration> {
    get { self[_entry: ContinuousClockKey.self, property: \.continuousClock] }
    set { self[ContinuousClockKey.self] = newValue }
  }
}

package enum SuspendingClockKey: DependencyKey, BuiltInKey {
  package static var propertyName: String { "suspendingClock" }
  package static var liveValue: any Clock<Duration> { SuspendingClock() }
  package static var previewValue: any Clock<Duration> { SuspendingClock() }
  package static var testValue: any Clock<Duration> { UnimplementedClock("suspendingClock") }
}

extension DependencyValues {
  /// A clock that stops while the system sleeps. Using this clock in a test reports an issue,
  /// unless the test overrides it.
  public var suspendingClock: any Clock<Duration> {
    get { self[_entry: SuspendingClockKey.self, property: \.suspendingClock] }
    set { self[SuspendingClockKey.self] = newValue }
  }
}
