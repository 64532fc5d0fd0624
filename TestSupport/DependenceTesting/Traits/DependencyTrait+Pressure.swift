#if canImport(Testing)
public import Dependence
public import DependenceHarness
public import Testing

extension Trait where Self == DependencyTrait {
  /// Injects faults, such as delays and errors, into endpoints during a test or every test of a
  /// suite.
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
  /// The closure wraps endpoints that earlier traits have set up. It runs separately for each test
  /// case. A failing test shows the seed and the injected faults, and attaches them as
  /// `faults.txt`. While a test with the trait `.recorded` executes calls to record or verify them,
  /// no faults are injected, because the calls with faults would be missing in the recording.
  ///
  /// - Parameters:
  ///   - seed: The seed of the faults. The default is the number in `DEPENDENCE_FAULTS_SEED` of the
  ///     environment. Without this variable, it depends on the iteration in a stress test, is 0 in
  ///     a simulation, and is random otherwise.
  ///   - limit: The maximum number of calls that get a fault in one run of a search. With this
  ///     argument, the trait `.explore`, which tries many schedules, chooses the faults instead of
  ///     the seed. See `Faults`.
  ///   - clock: The clock that measures delays. The default is the `continuousClock` dependency in
  ///     the scope of the call.
  ///   - update: A closure that wraps the endpoints. If it throws an error, the test fails.
  public static func faults(
    seed: UInt64? = nil,
    _ faults: [Fault],
    atMost limit: Int? = nil,
    clock: (any Clock<Duration>)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ update: @escaping @Sendable (Faults, inout DependencyValues) async throws -> Void
  ) -> Self {
    DependencyTrait(at: sourceLocation) { test in
      { dependencies in
        let site = SourceSite(sourceLocation)
        let faults =
          test.executesRecordedCalls
          ? Faults(seed: seed, [], atMost: nil, clock: clock, at: site)
          : Faults(seed: seed, faults, atMost: limit, clock: clock, at: site)
        try await update(faults, &dependencies)
      }
    }
  }

  /// Runs a test, or every test of a suite, many times, with several iterations at once.
  ///
  /// ```swift
  /// @Test(.stress(iterations: 200), .dependency(\.ledger, Ledger()))
  /// ```
  ///
  /// A `.dependencies` trait after this trait is evaluated for every iteration. All iterations
  /// share the values of a trait before this trait. `StressIteration.current` contains the number
  /// and the random numbers of the current iteration.
  ///
  /// For details, see `stress(iterations:concurrency:seed:_:)`.
  public static func stress(
    iterations: Int = 100,
    concurrency: Int? = nil,
    seed: UInt64? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait { _, _, function in
      // No iteration is running when `runStressed` returns, so `function` does not escape.
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
