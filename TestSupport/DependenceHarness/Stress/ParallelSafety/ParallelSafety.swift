public import Dependence

/// A rule that a dependency must satisfy when tests and tasks run in parallel. You can check each
/// rule for your own dependencies.
///
/// ```swift
/// @Test(arguments: ParallelSafety.allCases)
/// func `the warehouse is safe in parallel`(check: ParallelSafety) async {
///   await check.verify(\.warehouse, values: { WarehouseClient.numbered($0) }, identity: \.id)
/// }
/// ```
///
/// A check overrides the dependency with many values at the same time, reads it in many tasks, and
/// compares the identities. Violations are combined into one issue, which includes the random seed
/// of the check.
public enum ParallelSafety: String, Sendable, Hashable, CaseIterable {
  /// An override is visible only in the task that makes it and in work that this task starts, such
  /// as child tasks, `Task { }` and captures. It is not visible after its end.
  case overridesStayInTheirTask
  /// Each test computes a default only once, even if many tasks read it for the first time at once.
  case firstReadsAgree
  /// Reads and issues through a captured scope belong to the test that captured it, even after it
  /// ends.
  case capturesFindTheirTest
  /// Each issue that is reported while a test ends is delivered exactly once.
  case closingLosesNothing
}

extension ParallelSafety {
  /// Checks this rule for the dependency behind a property. In XCTest, which has no parameterized
  /// tests, call it in a loop over all cases.
  ///
  /// - Parameters:
  ///   - values: Returns a different value for each number, starting at 0. It is called before the
  ///     check begins.
  ///   - identity: Returns the identity of a value: its `id`, `ObjectIdentifier($0)` or the value
  ///     itself.
  ///   - freshInEachRoot: Whether each test must get its own default, as a dependency with mutable
  ///     state requires. The rule ``firstReadsAgree`` checks this.
  ///   - seed: The seed of the random choices in the check. The default is the value of the
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
