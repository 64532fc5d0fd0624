import Dependence

/// The clock that paces the search.
public enum SearchClockKey: DependencyKey {
  /// Real time.
  public static var liveValue: any Clock<Duration> { ContinuousClock() }
  /// A clock that fails the test: a test that depends on time has to say which.
  public static var testValue: any Clock<Duration> { UnimplementedSearchClock() }
}

extension DependencyValues {
  /// The clock that paces the search.
  public var searchClock: any Clock<Duration> {
    get { self[SearchClockKey.self] }
    set { self[SearchClockKey.self] = newValue }
  }
}
