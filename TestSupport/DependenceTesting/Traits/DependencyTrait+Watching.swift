#if canImport(Testing)
public import Dependence
import DependenceHarness
public import Testing

extension Trait where Self == DependencyTrait {
  /// Reports an issue for the first read of each default in a test.
  ///
  /// Overrides and prepared values are not defaults. To make a whole test run strict, including
  /// reads outside all scopes, set the environment variable `DEPENDENCE_STRICT` to `1`.
  public static var strictDependencies: Self { .strictDependencies() }

  /// Reports an issue for the first read of each default in a test, except for the given keys.
  public static func strictDependencies(except exceptions: any TestDependencyKey.Type...) -> Self {
    DependencyTrait { _, frame, function in
      try await Frame.bind(ObserverFrame(StrictReads(except: exceptions), over: frame), function)
    }
  }

  /// Reports an issue at the end of the test for each override that was never read. The issue has
  /// the source location of the override.
  ///
  /// The overrides of all traits of the test are included, wherever this trait stands among them,
  /// and those of every `withDependencies` in the test. A test that throws an error is not checked.
  public static var reportUnusedOverrides: Self {
    DependencyTrait { test, frame, function in
      let overrides = UnusedOverrides(askedForAt: SourceSite(test.sourceLocation))
      frame.root.add(overrides)
      do {
        try await Frame.bind(ObserverFrame(overrides, over: frame), function)
      } catch {
        overrides.discard()
        throw error
      }
    }
  }

  /// Attaches the dependencies that a failing test has read as `dependencies.txt`: in order, with
  /// the source location of each read, and whether it was overridden.
  public static var dependencyTrace: Self {
    DependencyTrait { test, frame, function in
      let trace = TraceRecorder(of: test.name, at: SourceSite(test.sourceLocation))
      frame.root.explainFailure(with: trace)
      try await Frame.bind(ObserverFrame(trace, over: frame)) {
        try await frame.root.explainFailures(of: test, function)
      }
    }
  }
}
#endif
