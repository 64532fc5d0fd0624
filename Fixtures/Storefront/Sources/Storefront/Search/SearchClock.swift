import DependenceMacros

extension DependencyValues {
  /// The clock that paces the search. A test that depends on time has to say on which: the test value
  /// fails it.
  @DependencyEntry(test: UnimplementedSearchClock())
  public var searchClock: any Clock<Duration> = ContinuousClock()
}
