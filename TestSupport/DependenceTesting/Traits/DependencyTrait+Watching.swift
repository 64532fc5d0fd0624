#if canImport(Testing)
public import Dependence
import DependenceHarness
public import Testing

extension Trait where Self == DependencyTrait {
  /// A trait that reports an issue when a test reads a dependency that it has not overridden. Each
  /// dependency is reported only once.
  ///
  /// Reads of dependencies set by `prepareDependencies` are not reported. To check a whole test
  /// run, including reads outside any scope, set the environment variable `DEPENDENCE_STRICT` to
  /// `1`.
  public static var strictDependencies: Self { .strictDependencies() }

  /// Returns a trait that reports an issue when a test reads a dependency that it has not
  /// overridden, unless `exceptions` contains the dependency's key. Each dependency is reported
  /// only once.
  public static func strictDependencies(except exceptions: any TestDependencyKey.Type...) -> Self {
    DependencyTrait { _, frame, function in
      try await Frame.bind(frame.observed(by: StrictReads(except: exceptions)), function)
    }
  }

  /// A trait that reports an issue for each override that was never used. The issues are reported
  /// at the end of the test, at the source locations of the overrides.
  ///
  /// This trait checks the overrides of all traits, regardless of their order, and of every
  /// `withDependencies` in the test. If the test throws an error, nothing is checked, because the
  /// test may not have reached the code that uses the overrides.
  public static var reportUnusedOverrides: Self {
    DependencyTrait { test, frame, function in
      let new = UnusedOverrides(askedForAt: SourceSite(test.sourceLocation))
      // If both the suite and the test have this trait, they share one check. With separate checks,
      // the same overrides would be reported twice.
      let overrides = frame.root.add(new) { _ in true }
      do {
        try await Frame.bind(frame.observed(by: overrides), function)
      } catch {
        frame.root.noteEarlyEnd()
        throw error
      }
    }
  }

  /// A trait that attaches the file `dependencies.txt` to a failing test. The file lists the
  /// dependencies that the test read and the client endpoints that it called, in chronological
  /// order. For each read, it shows the source location and whether the value was overridden.
  public static var dependencyTrace: Self {
    DependencyTrait { test, frame, function in
      let trace = TraceRecorder(of: test.name, at: SourceSite(test.sourceLocation))
      frame.root.addNote(trace)
      try await Frame.bind(frame.observed(by: trace), function)
    }
  }
}
#endif
