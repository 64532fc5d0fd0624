public import Dependence

/// A rule that a dependency must satisfy to be usable by tests and tasks that run in parallel. You
/// can check these rules for your own dependencies.
///
/// ```swift
/// @Test(arguments: ParallelSafety.allCases)
/// func `the warehouse is safe in parallel`(check: ParallelSafety) async {
///   await check.verify(\.warehouse, values: { WarehouseClient.numbered($0) }, identity: \.id)
/// }
/// ```
///
/// A check overrides the dependency with many values at the same time, reads it in many tasks, and
/// compares the values' identities. All violations of a rule are combined into one issue, which
/// includes the check's random seed.
public enum ParallelSafety: String, Sendable, Hashable, CaseIterable {
  /// An override is visible only in the task that sets it and in the work that this task starts,
  /// such as child tasks, `Task { }`, and code that uses `captureDependencies()`. After the
  /// override ends, it is no longer visible.
  case overridesStayInTheirTask
  /// Each test computes a default value only once, even if many tasks read it for the first time
  /// simultaneously.
  case firstReadsAgree
  /// Code that runs through a captured scope reads the overrides of the test that captured the
  /// scope and reports issues to that test. If the code reads a dependency after the test has
  /// ended, the read itself is reported as an issue of that test.
  case capturesFindTheirTest
  /// Each issue reported while a test is ending is delivered exactly once.
  case closingLosesNothing
}

extension ParallelSafety {
  /// Checks this rule for the dependency at `keyPath`. In XCTest, which has no parameterized tests,
  /// call this method in a loop over all rules.
  ///
  /// - Parameters:
  ///   - values: A closure that returns a different value for each number, starting at 0. It is
  ///     called before the check begins.
  ///   - identity: A closure that returns the identity of a value. This can be the value's `id`,
  ///     its `ObjectIdentifier`, or the value itself.
  ///   - freshInEachRoot: Whether each test must get its own default value. This is necessary if
  ///     the dependency has mutable state. Only the rule ``firstReadsAgree`` checks this
  ///     requirement.
  ///   - seed: The seed for the random choices in the check. By default, it is the value of the
  ///     environment variable `DEPENDENCE_STRESS_SEED`, or random if the variable is not set.
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
    await CallsInProgress.track("verify", at: site) {
      await check.verify(self, seed: seed, at: site)
    }
  }
}
