#if canImport(Testing)
public import Dependence
import DependenceHarness
public import Testing

/// A trait that overrides or observes the dependencies of a test, or of every test in a suite.
///
/// The traits of an outer suite come before those of an inner suite, and the test's own traits come
/// last. Each list of traits is evaluated from left to right, and later traits override earlier
/// ones. All traits are reevaluated for each test case and each repetition. Test cases do not share
/// default values, prepared values or `Lazy` values.
///
/// When the test ends, issues from detached tasks, queues and threads that captured the test's
/// scope are recorded on the test. If such code reads a dependency after the test has ended, the
/// read is reported as an issue that names the test.
public struct DependencyTrait: SuiteTrait, TestTrait, TestScoping {
  typealias Function = @concurrent @Sendable () async throws -> Void

  /// Whether this is the `.recorded` trait. Depending on the recording mode, that trait replays
  /// calls from a recording, or executes calls to record or verify them. A test whose calls are
  /// executed is run only once and without a simulation, because a simulation does not control
  /// events outside the process.
  fileprivate var isRecording = false
  private let run: @concurrent @Sendable (Test, Frame, Function) async throws -> Void

  /// Creates a trait that runs code around a test case.
  ///
  /// - Parameter run: A closure that receives the test, the test's current scope, and a function
  ///   that runs the test case. The closure must call the function, usually in a new scope nested
  ///   in the current one.
  init(_ run: @escaping @concurrent @Sendable (Test, Frame, Function) async throws -> Void) {
    self.run = run
  }

  init(
    at location: SourceLocation,
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) {
    self.init(at: location) { _, dependencies in try await update(&dependencies) }
  }

  /// Creates a trait that overrides dependencies.
  ///
  /// - Parameters:
  ///   - isRecording: Whether `update` overrides dependencies with clients whose calls are replayed
  ///     or recorded.
  ///   - update: A closure that receives the test and overrides its dependencies. If the test is
  ///     run many times, the closure is called before each run.
  package init(
    at location: SourceLocation,
    isRecording: Bool = false,
    _ update: @escaping @Sendable (Test, inout DependencyValues) async throws -> Void
  ) {
    self.init { test, frame, function in
      let layer = ScopeLayer(at: SourceSite(location)) { try await update(test, &$0) }
      // If another trait, such as `.explore`, runs this test many times, do not call `update` yet,
      // because the other trait calls it before each run. Call `update` immediately inside such a
      // run, or if the test is run only once.
      let isDeferred =
        frame.root.part == nil
        && test.traits.contains { ($0 as? any SearchTrait)?.isSearch == true }
        && !test.executesRecordedCalls
      try await layer.enter(over: frame, isDeferred: isDeferred, function)
    }
    self.isRecording = isRecording
  }

  /// Always `true`, because a suite's trait applies to all tests in the suite.
  public var isRecursive: Bool { true }

  /// Runs a test case in a scope with this trait's overrides or observer. Swift Testing calls this
  /// method.
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
  /// Whether this test executes calls in order to record them or to compare them with a recording.
  /// Such a test cannot run in a simulation, because a simulation does not control events outside
  /// the process.
  package var executesRecordedCalls: Bool {
    RecordingMode.ofProcess.mode.isLive
      && traits.contains { ($0 as? DependencyTrait)?.isRecording == true }
  }
}

/// A trait, such as `.explore`, that can run a test many times. Each run starts with newly created
/// dependencies.
package protocol SearchTrait: TestScoping {
  /// Whether this trait is configured to run the test many times.
  var isSearch: Bool { get }
}

extension Trait where Self == DependencyTrait {
  /// A trait that gives each test case its own default values, without overriding any dependencies.
  public static var dependencies: Self { dependencies { _ in } }

  /// Overrides dependencies in a test, or in every test in a suite.
  ///
  /// ```swift
  /// @Test(.dependencies { $0.apiClient = .mock })
  /// ```
  ///
  /// If the closure throws an error, the test fails.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation, update)
  }

  /// Returns a trait that gives each test case its own default values, without overriding any
  /// dependencies.
  @available(*, deprecated, renamed: "dependencies")
  public static func dependencies(
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation) { _ in }
  }

  /// Overrides the dependency at `keyPath` with a value that is created separately for each test
  /// case.
  public static func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation) { $0.assign(try value(), to: keyPath) }
  }

  /// Overrides the dependency identified by the given key with a value that is created separately
  /// for each test case.
  public static func dependency<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ value: @autoclosure @escaping @Sendable () throws -> Key.Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation) { $0[test: key] = try value() }
  }

  /// Overrides a dependency with a resource, such as a temporary folder. The resource is created
  /// for each test case and freed when the test case ends, even if the test fails. If there are
  /// several resources, they are freed in reverse order.
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
  /// - Parameter tearDown: A closure that frees the resource. It is called once, when the test case
  ///   ends, in a scope with the resource and the overrides of earlier traits. If it throws an
  ///   error, the error is reported as an issue.
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
  /// Creates a `SourceSite`, this library's source location type, from Swift Testing's
  /// `SourceLocation`.
  package init(_ location: SourceLocation) {
    self.init(location.fileID, location.filePath, location.line, location.column)
  }
}
#endif
