import DependenceMacros

/// A clock that reports every use, and never waits.
struct UnimplementedSearchClock: Clock {
  var now: ContinuousClock.Instant {
    unimplemented("searchClock.now", placeholder: ContinuousClock.now)
  }

  var minimumResolution: Duration {
    unimplemented("searchClock.minimumResolution", placeholder: .zero)
  }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    throw unimplemented("searchClock.sleep")
  }
}
