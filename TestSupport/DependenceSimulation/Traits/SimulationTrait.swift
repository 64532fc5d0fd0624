#if canImport(Testing)
import Dependence
import DependenceTesting
public import Testing

/// A trait that runs a test in one or more simulations.
///
/// In the test, `Simulation.current` returns the simulation that runs the test. Each run of
/// ``Testing/Trait/explore(_:firstSeed:concurrency:_:sourceLocation:)`` starts from the same state:
/// the closures of all `.dependencies` traits around the test are reevaluated for each run,
/// regardless of where the traits are declared.
public struct SimulationTrait: SuiteTrait, TestTrait, TestScoping {
  package let isSearch: Bool
  fileprivate let run: @Sendable (_ body: @escaping Body<Void>) async throws -> Void

  /// Always `true`, because a suite's trait applies to the tests in that suite.
  public var isRecursive: Bool { true }

  /// Runs a test case in one or more simulations, depending on the trait. Swift Testing calls this
  /// method for each test case.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await CaseScope.enter(test) { _ in
      if test.executesRecordedCalls {
        return try await Simulation.$isReplacedByRecording.withValue(true) { try await function() }
      }
      // Let the simulation call a copy of the test function. A deadlocked task never releases the
      // function that it called, and `withoutActuallyEscaping` traps if the original function has
      // not been released when this closure returns.
      try await withoutActuallyEscaping(function) { function in
        let function = TestFunction(copying: function)
        try await run { _ in try await function.body() }
      }
    }
  }
}

extension SimulationTrait: SearchTrait {}

extension Trait where Self == SimulationTrait {
  /// Runs a test, or every test in a suite, in a simulation: one job at a time, in virtual time,
  /// and in an order determined by the seed.
  ///
  /// ```swift
  /// @Test(.deterministic(seed: 7))
  /// ```
  public static func deterministic(
    seed: UInt64,
    _ options: SimulationOption...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let site = SourceSite(sourceLocation)
    return Self(isSearch: false) { body in
      let run = SingleRun(.random(seed: seed), options, site)
      try await run.explaining(as: ".deterministic(seed: \(seed))", body)
    }
  }

  /// Runs a test, or every test in a suite, with one random schedule after another, each in a new
  /// simulation, until one fails or all have been tried.
  ///
  /// ```swift
  /// @Test(.explore(1_000))
  /// ```
  ///
  /// The parameters have the same meaning as those of the function
  /// ``explore(schedules:firstSeed:concurrency:_:fileID:filePath:line:column:operation:)``.
  public static func explore(
    _ schedules: Int,
    firstSeed: UInt64 = 0,
    concurrency: Int = 1,
    _ options: SimulationOption...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    search(.random(schedules, firstSeed: firstSeed), concurrency, options, sourceLocation)
  }

  /// Runs a test, or every test in a suite, with one schedule of `exploration` after another, each
  /// in a new simulation, until one fails or all have been tried.
  ///
  /// ```swift
  /// @Test(.explore(.exhaustive(limit: 10_000)))
  /// ```
  public static func explore(
    _ exploration: Exploration,
    concurrency: Int = 1,
    _ options: SimulationOption...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    search(exploration, concurrency, options, sourceLocation)
  }

  private static func search(
    _ exploration: Exploration,
    _ concurrency: Int,
    _ options: [SimulationOption],
    _ location: SourceLocation
  ) -> Self {
    let site = SourceSite(location)
    return Self(isSearch: true) { body in
      _ = try await Explorer(exploration, concurrency, options, as: ".explore", at: site, body)()
    }
  }

  /// Runs a test with the schedule that a replay token identifies. A failing test prints such a
  /// token so that the failing run can be repeated.
  ///
  /// ```swift
  /// @Test(.replay("…"))
  /// ```
  public static func replay(
    _ token: String,
    _ options: SimulationOption...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let site = SourceSite(sourceLocation)
    return Self(isSearch: true) { body in
      do {
        let token = try ReplayToken(token)
        try SimulationSupport.require()
        _ = try await Explorer(.random(1), 1, options, as: ".replay", at: site, body).replay(token)
      } catch let error as ReplayTokenError {
        IssuePath.deliver(error.description, at: site)
      }
    }
  }
}
#endif
