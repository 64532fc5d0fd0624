#if canImport(Testing)
public import Dependence
public import Testing

/// Makes every default that a test reads an issue, once for each key.
///
/// Overrides and prepared values are no defaults. For a whole run, set the environment variable
/// `DEPENDENCE_STRICT` to `1`: then reads that belong to no scope are issues as well.
public struct StrictDependenciesTrait: SuiteTrait, TestTrait, TestScoping {
  private let exceptions: [any TestDependencyKey.Type]

  fileprivate init(except exceptions: [any TestDependencyKey.Type]) {
    self.exceptions = exceptions
  }

  /// Whether the trait of a suite applies to the tests in it: it does.
  public var isRecursive: Bool { true }

  /// Runs a test case in a strict scope.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await CaseScope.enter(test) { frame in
      let strict = ObserverFrame(StrictReads(except: exceptions), over: frame)
      try await Frame.bind(strict, function)
    }
  }
}

extension Trait where Self == StrictDependenciesTrait {
  /// Makes every default that a test reads an issue, once for each key.
  public static var strictDependencies: Self { StrictDependenciesTrait(except: []) }

  /// Makes every default that a test reads an issue, but for those of some keys.
  public static func strictDependencies(
    except exceptions: any TestDependencyKey.Type...
  ) -> Self {
    StrictDependenciesTrait(except: exceptions)
  }
}
#endif
