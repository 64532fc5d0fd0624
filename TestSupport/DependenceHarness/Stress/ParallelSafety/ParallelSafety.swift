public import Dependence

/// A rule that a dependency must satisfy when tests and tasks run in parallel. Each rule has a
/// check that you can apply to your own dependencies.
///
/// ```swift
/// @Test(arguments: ParallelSafety.allCases)
/// func `the warehouse is safe in parallel`(check: ParallelSafety) async {
///   await check.verify(\.warehouse, values: { WarehouseClient.numbered($0) }, identity: \.id)
/// }
/// ```
///
/// A check overrides the dependency with many values at the same time, reads it in many contexts,
/// and compares the identities. Violations are reported as one issue, with the seed that determined
/// the order.
public enum ParallelSafety: String, Sendable, Hashable, CaseIterable {
  /// An override is visible in the task that makes it and in the work that this task starts, such
  /// as child tasks, groups, `Task { }` and captures. It is not visible elsewhere, and no longer
  /// visible after its end.
  case overridesStayInTheirTask
  /// Each root computes a default once, even if many tasks read it first at the same time.
  case firstReadsAgree
  /// Reads and reports through a capture belong to the captured test, even after it ends.
  case capturesFindTheirTest
  /// Each issue that is reported while a test ends arrives exactly once.
  case closingLosesNothing
}

extension ParallelSafety {
  /// Checks this rule for the dependency behind a property. In XCTest, which has no parameterized
  /// tests, call it in a loop over all cases.
  ///
  /// - Parameters:
  ///   - values: Returns a value for each number from 0. Different numbers need values with
  ///     different identities. The closure is called before the check begins.
  ///   - identity: Returns the identity of a value: its `id`, `ObjectIdentifier($0)` or the value
  ///     itself.
  ///   - freshInEachRoot: Whether each test must get a separate default, which is necessary for a
  ///     dependency with mutable state. ``firstReadsAgree`` checks this.
  ///   - seed: The seed that determines the order of the check. The default is the value of the
  ///     environment variable `DEPENDENCE_STRESS_SEED`, or a random seed.
  public func verify<Value: Sendable, Identity: Hashable & Sendable>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    values: (Int) -> Value,
    identity: @escaping @Sendable (Value) -> Identity,
    freshInEachRoot: Bool = false,
    seed: UInt64? = nil,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let values = ParallelCheck<Value, Identity>.numbers.map(values)
    let check = ParallelCheck(
      container: .real(keyPath, setting: values[0]),
      values: values,
      identity: identity,
      isFreshInEachRoot: freshInEachRoot
    )
    await check.verify([self], seed: seed, at: site)
  }
}
