#if canImport(Testing)
public import Dependence
public import DependenceHarness
public import Testing

extension Trait where Self == DependencyTrait {
  /// Injects faults, such as delays and errors, into endpoints during a test or every test in a
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
  /// The closure wraps endpoints that earlier traits have set up. It is called separately for each
  /// test case. If the test fails, the seed and the injected faults are shown and attached to the
  /// test as `faults.txt`. If the test also has the `.recorded` trait, no faults are injected while
  /// that trait records or verifies calls, because calls with faults would be missing from the
  /// recording.
  ///
  /// - Parameters:
  ///   - seed: The seed that determines the faults. The default is the value of the environment
  ///     variable `DEPENDENCE_FAULTS_SEED`. If the variable is not set, the seed is derived from
  ///     the iteration in a stress test, is 0 in a simulation, and is random otherwise. If a test
  ///     has several such traits, each of them derives its seed from the variable's value or from a
  ///     single random seed for the test case.
  ///   - limit: The maximum number of calls that receive a fault in one run of a test with the
  ///     `.explore` trait, which tries many schedules. If you pass this argument, `.explore`
  ///     chooses the faults, and the seed has no effect. See `Faults`.
  ///   - clock: The clock that measures delays. The default is the `continuousClock` dependency in
  ///     the call's scope.
  ///   - update: A closure that wraps the endpoints. If it throws an error, the test fails.
  public static func faults(
    seed: UInt64? = nil,
    _ faults: [Fault],
    atMost limit: Int? = nil,
    clock: (any Clock<Duration>)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ update: @escaping @Sendable (Faults, inout DependencyValues) async throws -> Void
  ) -> Self {
    DependencyTrait(at: sourceLocation) { test, dependencies in
      let site = SourceSite(sourceLocation)
      let faults =
        test.executesRecordedCalls
        ? Faults(seed: seed, [], atMost: nil, clock: clock, at: site)
        : Faults(seed: seed, faults, atMost: limit, clock: clock, at: site)
      try await update(faults, &dependencies)
    }
  }

  /// Runs a test, or every test in a suite, many times, with several iterations at once, to find
  /// failures that occur only when code runs in parallel.
  ///
  /// ```swift
  /// @Test(.stress(iterations: 200), .dependency(\.ledger, Ledger()))
  /// ```
  ///
  /// If a `.dependencies` trait comes after this trait, its closure is called for every iteration.
  /// If it comes before this trait, all iterations share its values. `StressIteration.current`
  /// contains the current iteration's number, starting at 1, and its random number generator.
  ///
  /// For details, see `stress(iterations:concurrency:seed:_:)`.
  public static func stress(
    iterations: Int = 100,
    concurrency: Int? = nil,
    seed: UInt64? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait { _, _, function in
      // `function` does not escape, because all iterations have ended when `runStressed` returns.
      // However, a task that outlives its iteration inherits task-local values that retain the
      // closure passed to `runStressed`. If that closure retained `function`,
      // `withoutActuallyEscaping` would trap. The closure therefore refers to `function` through a
      // box, which is emptied at the end.
      try await withoutActuallyEscaping(function) { function in
        let box = Lock<DependencyTrait.Function?>(function)
        defer { _ = box.withLock { $0.take() } }
        try await runStressed(
          as: ".stress",
          iterations: iterations,
          concurrency: concurrency,
          seed: seed,
          at: SourceSite(sourceLocation)
        ) { _ in
          guard let function = box.withLock({ $0 }) else {
            fatalError("An iteration began after the stress test had ended.")
          }
          try await function()
        }
      }
    }
  }
}
#endif
