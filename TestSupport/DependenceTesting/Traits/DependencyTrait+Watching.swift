#if canImport(Testing)
public import Dependence
import DependenceHarness
public import Testing

extension Trait where Self == DependencyTrait {
  /// Makes every default that a test reads an issue, once for each key.
  ///
  /// Overrides and prepared values are no defaults. For a whole run, set the environment variable
  /// `DEPENDENCE_STRICT` to `1`: then reads that belong to no scope are issues as well.
  public static var strictDependencies: Self { .strictDependencies() }

  /// Makes every default that a test reads an issue, but for those of some keys.
  public static func strictDependencies(except exceptions: any TestDependencyKey.Type...) -> Self {
    DependencyTrait { _, frame, function in
      try await Frame.bind(ObserverFrame(StrictReads(except: exceptions), over: frame), function)
    }
  }

  /// Makes every override that nothing reads an issue at the end of the test, at the line of the override.
  ///
  /// It sees the overrides of all traits of the test, wherever this one stands among them, and of every
  /// `withDependencies` that the test enters. A test that throws is not asked.
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

  /// Attaches to a test that fails, as `dependencies.txt`, the dependencies that it read: in order, from where,
  /// overridden or not.
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
