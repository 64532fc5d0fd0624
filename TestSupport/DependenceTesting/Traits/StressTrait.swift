#if canImport(Testing)
import Dependence
import DependenceHarness
public import Testing

/// Runs a test many times, several at a time, each in a root of its own.
///
/// A trait `.dependencies` after this one is evaluated for every iteration; what one before it sets is
/// shared by all of them. `StressIteration.current` says which iteration runs, and has its numbers.
public struct StressTrait: SuiteTrait, TestTrait, TestScoping {
  private let iterations: Int
  private let concurrency: Int?
  private let seed: UInt64?
  private let site: SourceSite

  fileprivate init(
    iterations: Int,
    concurrency: Int?,
    seed: UInt64?,
    at location: SourceLocation
  ) {
    self.iterations = iterations
    self.concurrency = concurrency
    self.seed = seed
    site = SourceSite(location)
  }

  /// Whether the trait of a suite applies to the tests in it: it does.
  public var isRecursive: Bool { true }

  /// Runs a test case many times.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await CaseScope.enter(test) { _ in
      // All iterations have ended when this returns.
      try await withoutActuallyEscaping(function) { function in
        try await runStressed(
          as: ".stress",
          iterations: iterations,
          concurrency: concurrency,
          seed: seed,
          at: site
        ) { _ in try await function() }
      }
    }
  }
}

extension Trait where Self == StressTrait {
  /// Runs a test, or every test of a suite, many times, several at a time.
  ///
  /// ```swift
  /// @Test(.stress(iterations: 200), .dependency(\.ledger, Ledger()))
  /// ```
  ///
  /// See `stress(iterations:concurrency:seed:_:)` for what the arguments mean, and for what an
  /// iteration is.
  public static func stress(
    iterations: Int = 100,
    concurrency: Int? = nil,
    seed: UInt64? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    StressTrait(iterations: iterations, concurrency: concurrency, seed: seed, at: sourceLocation)
  }
}
#endif
