#if canImport(Testing)
public import Dependence
public import Testing

/// Overrides dependencies for a test, or for every test of a suite.
///
/// The trait on a suite comes first, then those of inner suites, then the test's own, each from left
/// to right; the later one wins. They run anew for each test case and each repetition, in a root of
/// that case's own: its defaults, its prepared values and its `Lazy`s are shared with no other test.
///
/// When the test ends, issues from detached tasks, queues and threads that captured its scope are
/// recorded on it, and the root is closed: what reads through it after that is an issue that names
/// the test.
public struct DependenciesTrait: SuiteTrait, TestTrait, TestScoping {
  private let update: @Sendable (inout DependencyValues) async throws -> Void
  private let site: SourceSite

  init(
    at location: SourceLocation,
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) {
    self.update = update
    site = SourceSite(location)
  }

  /// Whether the trait of a suite applies to the tests in it: it does.
  public var isRecursive: Bool { true }

  /// Runs a test case in its scope.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await CaseScope.enter(test) { frame in
      try await DependencyValues.withRoot(frame, boundAt: site, update) {
        try await frame.root.explainFailures(of: test, function)
      }
    }
  }
}

extension Trait where Self == DependenciesTrait {
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
    DependenciesTrait(at: sourceLocation, update)
  }

  /// Overrides one dependency with a value that is made anew for each test case.
  public static func dependency<Value: Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependenciesTrait(at: sourceLocation) { $0[keyPath: keyPath] = try value() }
  }

  /// Overrides one key with a value that is made anew for each test case.
  public static func dependency<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ value: @autoclosure @escaping @Sendable () throws -> Key.Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    DependenciesTrait(at: sourceLocation) { $0[test: key] = try value() }
  }
}

extension SourceSite {
  /// The place that Swift Testing calls `location`.
  package init(_ location: SourceLocation) {
    self.init(
      fileID: location.fileID,
      filePath: location.filePath,
      line: location.line,
      column: location.column
    )
  }
}
#endif
