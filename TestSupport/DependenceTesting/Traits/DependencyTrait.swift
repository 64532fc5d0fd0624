#if canImport(Testing)
public import Dependence
import DependenceHarness
public import Testing

/// A trait of a test, or of every test of a suite, that sets up the scope in which a test case runs, or watches it.
///
/// The trait on a suite comes first, then those of inner suites, then the test's own, each from left
/// to right; the later one wins. They run anew for each test case and each repetition, in a root of
/// that case's own: its defaults, its prepared values and its `Lazy`s are shared with no other test.
///
/// When the test ends, issues from detached tasks, queues and threads that captured its scope are
/// recorded on it, and the root is closed: what reads through it after that is an issue that names
/// the test.
public struct DependencyTrait: SuiteTrait, TestTrait, TestScoping {
  typealias Function = @concurrent @Sendable () async throws -> Void

  private let run: @concurrent @Sendable (Test, Frame, Function) async throws -> Void

  /// - Parameter run: Runs a test case in a scope on top of the frame.
  init(_ run: @escaping @concurrent @Sendable (Test, Frame, Function) async throws -> Void) {
    self.run = run
  }

  init(
    at location: SourceLocation,
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) {
    self.init { test, frame, function in
      let layer = ScopeLayer(at: SourceSite(location), update)
      // A search evaluates the layers outside it for each of its runs. Inside a run, which has a root of its own, the
      // trait is already evaluated for that run alone.
      let isDeferred =
        frame.root.part == nil
        && test.traits.contains { ($0 as? any SearchTrait)?.isSearch == true }
      try await layer.enter(over: frame, isDeferred: isDeferred) {
        try await frame.root.explainFailures(of: test, function)
      }
    }
  }

  /// True: the trait of a suite applies to the tests in it.
  public var isRecursive: Bool { true }

  /// Runs a test case in its scope.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await CaseScope.enter(test) { frame in try await run(test, frame, function) }
  }
}

/// A trait that may run a test many times, each time with its dependencies set up again.
package protocol SearchTrait: TestScoping {
  /// Whether this trait runs the test many times.
  var isSearch: Bool { get }
}

extension Trait where Self == DependencyTrait {
  /// Gives a test, or each test of a suite, a root of its own.
  public static var dependencies: Self { dependencies { _ in } }

  /// Overrides dependencies in a test, or in every test of a suite.
  ///
  /// ```swift
  /// @Test(.dependencies { $0.apiClient = .mock })
  /// ```
  ///
  /// An error that the closure throws fails the test.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation, update)
  }

  /// Overrides one dependency with a value that is made anew for each test case.
  public static func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation) { $0.assign(try value(), to: keyPath) }
  }

  /// Overrides one key with a value that is made anew for each test case.
  public static func dependency<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ value: @autoclosure @escaping @Sendable () throws -> Key.Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependencyTrait(at: sourceLocation) { $0[test: key] = try value() }
  }

  /// Overrides one dependency with a resource that is set up for each test case, and freed when the case has ended,
  /// whatever happens.
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
  /// - Parameter tearDown: Runs once, in the scope of the case, before its root is closed. An error is an issue.
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
  /// The place that Swift Testing calls `location`.
  package init(_ location: SourceLocation) {
    self.init(location.fileID, location.filePath, location.line, location.column)
  }
}
#endif
