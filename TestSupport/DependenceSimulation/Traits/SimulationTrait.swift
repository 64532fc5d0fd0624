#if canImport(Testing)
import Dependence
import DependenceTesting
public import Testing

/// Runs a test in a simulation, or in one after another.
///
/// `Simulation.current` is the simulation that the test runs in. A trait `.dependencies` after this one is
/// evaluated for every run of ``Testing/Trait/explore(_:firstSeed:concurrency:_:sourceLocation:)``; what one
/// before it sets is shared by all of them.
public struct SimulationTrait: SuiteTrait, TestTrait, TestScoping {
  fileprivate enum Form: Sendable {
    case single(Schedule, name: String)
    case search(Exploration, concurrency: Int)
    case replay(String)
  }

  private let form: Form
  private let options: [SimulationOption]
  private let site: SourceSite

  fileprivate init(_ form: Form, _ options: [SimulationOption], at location: SourceLocation) {
    self.form = form
    self.options = options
    site = SourceSite(location)
  }

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

  private func run(_ body: @escaping Explorer.Body) async throws {
    switch form {
    case .single(let schedule, let name):
      try await SingleRun(schedule, options, site).explaining(as: name, body)
    case .search(let exploration, let concurrency):
      let explorer = Explorer(
        exploration,
        concurrency,
        options,
        as: ".explore",
        at: site,
        body
      )
      _ = try await explorer()
    case .replay(let text):
      let token: ReplayToken
      do {
        token = try ReplayToken(text)
      } catch {
        return IssuePath.deliver(DependencyIssue(error.description, at: site), from: .current)
      }
      try SimulationSupport.require()
      _ = try await Explorer(.random(1), 1, options, as: ".replay", at: site, body).replay(token)
    }
  }
}

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
    let name = ".deterministic(seed: \(seed))"
    return Self(.single(.random(seed: seed), name: name), options, at: sourceLocation)
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
    let exploration = Exploration.random(schedules, firstSeed: firstSeed)
    return Self(.search(exploration, concurrency: concurrency), options, at: sourceLocation)
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
    Self(.search(exploration, concurrency: concurrency), options, at: sourceLocation)
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
    Self(.replay(token), options, at: sourceLocation)
  }
}
#endif
