#if canImport(Testing)
import Dependence
import DependenceTesting
public import Testing

/// Runs a test in one simulation, or in many of them.
///
/// `Simulation.current` is the simulation that the test runs in. Each run of
/// ``Testing/Trait/explore(_:firstSeed:concurrency:_:sourceLocation:)`` starts from the same state: the closures of all
/// `.dependencies` traits around the test are evaluated again for each run, wherever they are declared.
public struct SimulationTrait: SuiteTrait, TestTrait, TestScoping {
  package let isSearch: Bool
  fileprivate let run: @Sendable (_ body: @escaping Body<Void>) async throws -> Void

  /// True: the trait of a suite applies to the tests in it.
  public var isRecursive: Bool { true }

  /// Runs a test case.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await CaseScope.enter(test) { _ in
      // All runs have ended when this returns, but tasks may be left that never will.
      try await withoutActuallyEscaping(function) { function in
        let function = TestFunction(twinOf: function)
        try await run { _ in try await function.body() }
      }
    }
  }
}

extension SimulationTrait: SearchTrait {}

extension Trait where Self == SimulationTrait {
  /// Runs a test, or every test of a suite, in a simulation: one job at a time, in an order that the seed
  /// decides, in virtual time.
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

  /// Runs a test, or every test of a suite, in one simulation after another, each with another seed, until
  /// one fails.
  ///
  /// ```swift
  /// @Test(.explore(1_000))
  /// ```
  ///
  /// See `explore(schedules:firstSeed:concurrency:_:_:)` for what the arguments mean.
  public static func explore(
    _ schedules: Int,
    firstSeed: UInt64 = 0,
    concurrency: Int = 1,
    _ options: SimulationOption...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    search(.random(schedules, firstSeed: firstSeed), concurrency, options, sourceLocation)
  }

  /// Runs a test, or every test of a suite, in one simulation after another, until one fails.
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

  /// Runs a test in the one schedule that a token stands for, as a failing test prints it.
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
