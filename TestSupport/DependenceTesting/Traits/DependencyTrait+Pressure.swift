#if canImport(Testing)
public import Dependence
public import DependenceHarness
public import Testing

extension Trait where Self == DependencyTrait {
  /// Makes endpoints go wrong in a test, or in every test of a suite.
  ///
  /// ```swift
  /// @Test(
  ///   .dependencies { $0.apiClient = .mock },
  ///   .faults([.throwing(Offline(), probability: 0.2)]) { faults, dependencies in
  ///     dependencies.apiClient.fetchGreeting = faults.wrap(
  ///       "APIClient.fetchGreeting",
  ///       dependencies.apiClient.fetchGreeting
  ///     )
  ///   }
  /// )
  /// ```
  ///
  /// The closure wraps what the traits before it have set up, and runs anew for each test case. A failure shows the seed
  /// and what was injected, and attaches it as `faults.txt`.
  ///
  /// - Parameters:
  ///   - seed: By default the number in `DEPENDENCE_FAULTS_SEED` of the environment, or else one of the iteration of a
  ///     stress test, or else 0 in a simulation, or else a random one for each case.
  ///   - limit: The most calls that get a fault in one run of a search. With this argument, the search of a trait
  ///     `.explore` chooses the faults instead of the seed. See `Faults` for details.
  ///   - clock: The clock of delays; by default the `continuousClock` of the caller's scope.
  ///   - update: An error that it throws fails the test.
  public static func faults(
    seed: UInt64? = nil,
    _ faults: [Fault],
    atMost limit: Int? = nil,
    clock: (any Clock<Duration>)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ update: @escaping @Sendable (Faults, inout DependencyValues) async throws -> Void
  ) -> Self {
    DependencyTrait(at: sourceLocation) { dependencies in
      let site = SourceSite(sourceLocation)
      let faults = Faults(seed: seed, faults, atMost: limit, clock: clock, at: site)
      try await update(faults, &dependencies)
    }
  }

  /// Runs a test, or every test of a suite, many times, several at a time.
  ///
  /// ```swift
  /// @Test(.stress(iterations: 200), .dependency(\.ledger, Ledger()))
  /// ```
  ///
  /// A trait `.dependencies` after this one is evaluated for every iteration; what one before it sets is
  /// shared by all of them. `StressIteration.current` says which iteration runs, and has its numbers.
  ///
  /// See `stress(iterations:concurrency:seed:_:)` for what the arguments mean, and for what an
  /// iteration is.
  public static func stress(
    iterations: Int = 100,
    concurrency: Int? = nil,
    seed: UInt64? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait { _, _, function in
      // All iterations have ended when this returns.
      try await withoutActuallyEscaping(function) { function in
        try await runStressed(
          as: ".stress",
          iterations: iterations,
          concurrency: concurrency,
          seed: seed,
          at: SourceSite(sourceLocation)
        ) { _ in try await function() }
      }
    }
  }
}
#endif
