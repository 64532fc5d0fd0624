#if canImport(Testing)
public import Dependence
import DependenceHarness
public import Testing

extension Trait where Self == DependencyTrait {
  /// Reports an issue for the first read of each dependency in a test that is not overridden.
  ///
  /// Dependencies set with `prepareDependencies` may also be read. To check a whole test run,
  /// including reads outside all scopes, set the environment variable `DEPENDENCE_STRICT` to `1`.
  public static var strictDependencies: Self { .strictDependencies() }

  /// Reports an issue for the first read of each dependency in a test that is not overridden,
  /// except for the given keys.
  public static func strictDependencies(except exceptions: any TestDependencyKey.Type...) -> Self {
    DependencyTrait { _, frame, function in
      try await Frame.bind(ObserverFrame(StrictReads(except: exceptions), over: frame), function)
    }
  }

  /// Reports an issue at the end of the test for each override that was never used. The issue has
  /// the source location of the override.
  ///
  /// This trait checks the overrides of all traits of the test, in any order, and of every
  /// `withDependencies` in the test. It does not check a test that throws an error.
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

  /// Attaches a list of the dependencies that a failing test has read, as `dependencies.txt`. The
  /// list is in order, and shows the source location of each read and whether the value was
  /// overridden.
  public static var dependencyTrace: Self {
    DependencyTrait { test, frame, function in
      let trace = TraceRecorder(of: test.name, at: SourceSite(test.sourceLocation))
      frame.root.addNote(trace)
      try await Frame.bind(ObserverFrame(trace, over: frame)) {
        try await frame.root.explainFailures(of: test, function)
      }
    }
  }
}
#endif
