#if canImport(Testing)
public import Dependence
import DependenceHarness
public import Testing

/// A trait that sets up or watches the scope of a test, or of every test of a suite.
///
/// Traits of an outer suite come before those of an inner suite, and the traits of the test come
/// last. Each list is evaluated from left to right, and a later trait overrides an earlier one. All
/// traits are evaluated separately for each test case and each repetition. Each case has its own
/// root, so its defaults, prepared values and `Lazy` values are not shared.
///
/// When the test ends, issues from detached tasks, queues and threads that captured its scope are
/// recorded on it, and the root is closed. A later read through it is an issue that names the test.
public struct DependencyTrait: SuiteTrait, TestTrait, TestScoping {
  typealias Function = @concurrent @Sendable () async throws -> Void

  /// Whether this trait sets up a recording. To record a test, it runs without simulations.
  fileprivate var isRecording = false
  private let run: @concurrent @Sendable (Test, Frame, Function) async throws -> Void

  /// - Parameter run: Runs a test case in a scope on top of the given frame.
  init(_ run: @escaping @concurrent @Sendable (Test, Frame, Function) async throws -> Void) {
    self.run = run
  }

  init(
    at location: SourceLocation,
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) {
    self.init(at: location) { _ in update }
  }

  /// Creates a trait that sets up a recording.
  ///
  /// - Parameter update: Sets up the overrides of a test. Each run of a search evaluates it.
  package init(
    recordingAt location: SourceLocation,
    _ update: @escaping @Sendable (Test, inout DependencyValues) async throws -> Void
  ) {
    self.init(at: location) { test in { try await update(test, &$0) } }
    isRecording = true
  }

  private init(
    at location: SourceLocation,
    _ update: @escaping @Sendable (Test) -> ScopeLayer.Update
  ) {
    self.init { test, frame, function in
      let layer = ScopeLayer(at: SourceSite(location), update(test))
      // A search evaluates the traits around it for each of its runs, so this evaluation is
      // deferred. If the root already belongs to one run, the trait is evaluated at once.
      let isDeferred =
        frame.root.part == nil
        && test.traits.contains { ($0 as? any SearchTrait)?.isSearch == true }
        && !test.executesRecordedCalls
      try await layer.enter(over: frame, isDeferred: isDeferred) {
        try await frame.root.explainFailures(of: test, function)
      }
    }
  }

  /// Always `true`, because the trait of a suite applies to all tests in it.
  public var isRecursive: Bool { true }

  /// Runs a test case in the scope that this trait sets up.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await CaseScope.enter(test) { frame in try await run(test, frame, function) }
  }
}

extension Test {
  /// Whether this test executes calls to record them or to compare them with a recording. A
  /// simulation cannot do that, because it does not control what happens outside of the process.
  package var executesRecordedCalls: Bool {
    RecordingMode.isLiveRequested
      && traits.contains { ($0 as? DependencyTrait)?.isRecording == true }
  }
}

/// A trait that may run a test many times, each time with its dependencies set up again.
package protocol SearchTrait: TestScoping {
  /// Whether this trait runs the test many times.
  var isSearch: Bool { get }
}

extension Trait where Self == DependencyTrait {
  /// Creates a separate root for a test, or for each test of a suite.
  public static var dependencies: Self { dependencies { _ in } }

  /// Overrides dependencies in a test, or in every test of a suite.
  ///
  /// ```swift
  /// @Test(.dependencies { $0.apiClient = .mock })
  /// ```
  ///
  /// If the closure throws an error, the test fails.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation, update)
  }

  /// Overrides one dependency with a value that is created separately for each test case.
  public static func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation) { $0.assign(try value(), to: keyPath) }
  }

  /// Overrides one key with a value that is created separately for each test case.
  public static func dependency<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ value: @autoclosure @escaping @Sendable () throws -> Key.Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation) { $0[test: key] = try value() }
  }

  /// Overrides one dependency with a resource. The resource is set up for each test case and freed
  /// when the case has ended, even if it fails.
  ///
  /// ```swift
  /// @Test(
  ///   .resource(\.folder) {
  ///     try TemporaryFolder()
  ///   } tearDown: {
  ///     try $0.remove()
  ///   }
  /// )
  /// ```
  ///
  /// - Parameter tearDown: Frees the resource. It runs once, in the scope of the case, before the
  ///   root is closed. If it throws an error, that is an issue.
  public static func resource<Resource: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Resource> & Sendable,
    sourceLocation: SourceLocation = #_sourceLocation,
    setUp: @escaping @Sendable () async throws -> Resource,
    tearDown: @escaping @Sendable (Resource) throws -> Void
  ) -> Self {
    DependencyTrait(at: sourceLocation) {
      $0.lend(
        try await setUp(),
        as: keyPath,
        tearDown: tearDown,
        fileID: sourceLocation.fileID,
        filePath: sourceLocation.filePath,
        line: sourceLocation.line,
        column: sourceLocation.column
      )
    }
  }
}

extension SourceSite {
  /// Creates a source location from a location of Swift Testing.
  package init(_ location: SourceLocation) {
    self.init(location.fileID, location.filePath, location.line, location.column)
  }
}
#endif
