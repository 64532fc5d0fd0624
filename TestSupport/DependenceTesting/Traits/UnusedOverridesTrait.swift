#if canImport(Testing)
import Dependence
import DependenceHarness
public import Testing

/// Makes every override that nothing reads an issue at the end of the test, which names where it was
/// made.
///
/// It sees the overrides of all traits of the test, wherever this one stands among them, and of every
/// `withDependencies` that the test enters. A test that throws is not asked.
public struct UnusedOverridesTrait: SuiteTrait, TestTrait, TestScoping {
  private let site: SourceSite

  fileprivate init(at location: SourceLocation) {
    site = SourceSite(location)
  }

  /// Whether the trait of a suite applies to the tests in it: it does.
  public var isRecursive: Bool { true }

  /// Runs a test case and watches its overrides.
  @concurrent
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await CaseScope.enter(test) { frame in
      let overrides = UnusedOverrides(askedForAt: site)
      frame.root.add(overrides)
      do {
        try await Frame.bind(ObserverFrame(overrides, over: frame), function)
      } catch {
        overrides.discard()
        throw error
      }
    }
  }
}

extension Trait where Self == UnusedOverridesTrait {
  /// Makes every override that nothing reads an issue at the end of the test.
  public static func unusedOverrides(
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    UnusedOverridesTrait(at: sourceLocation)
  }
}
#endif
