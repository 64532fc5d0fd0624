#if canImport(Testing)
import Dependence
import DependenceHarness
public import Testing

/// Attaches to a test that fails what it read: which dependencies, in order, from where, overridden
/// or not.
public struct DependencyTraceTrait: SuiteTrait, TestTrait, TestScoping {
  /// Whether the trait of a suite applies to the tests in it: it does.
  public var isRecursive: Bool { true }

  /// Runs a test case and notes its reads.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await CaseScope.enter(test) { frame in
      let trace = DependencyTrace(of: test.name, at: SourceSite(test.sourceLocation))
      frame.root.explainFailure(with: trace)
      try await Frame.bind(ObserverFrame(trace, over: frame)) {
        try await frame.root.explainFailures(of: test, function)
      }
    }
  }
}

extension Trait where Self == DependencyTraceTrait {
  /// Attaches to a test that fails what it read, as `dependencies.txt`.
  public static var dependencyTrace: Self { DependencyTraceTrait() }
}
#endif
