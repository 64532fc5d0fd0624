#if canImport(Testing)
public import Dependence
public import DependenceHarness
public import Testing

extension Trait where Self == DependenciesTrait {
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
  /// The closure wraps what the traits before it have set up, and runs anew, with new faults, for each
  /// test case. If one fails, the seed and what was injected are shown with every issue, and attached
  /// as `faults.txt`; give the seed to the trait, or to the environment, to have it all again.
  ///
  /// - Parameters:
  ///   - seed: What decides what is injected. By default the number in the environment variable
  ///     `DEPENDENCE_FAULTS_SEED`, or else one that the iteration of a stress test decides, or else
  ///     0 in a simulation, or else a random one for each test case.
  ///   - faults: What may go wrong.
  ///   - clock: On what delays are slept; by default the `continuousClock` of the caller's scope.
  ///   - update: Wraps endpoints. An error that it throws fails the test.
  public static func faults(
    seed: UInt64? = nil,
    _ faults: [Fault],
    clock: (any Clock<Duration>)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ update: @escaping @Sendable (Faults, inout DependencyValues) async throws -> Void
  ) -> Self {
    DependenciesTrait(at: sourceLocation) { dependencies in
      let site = SourceSite(sourceLocation)
      let faults = Faults(seed: seed, faults, clock: clock, at: site)
      try await update(faults, &dependencies)
    }
  }
}
#endif
