public import Dependence

/// A rule that a dependency must keep when tests and tasks run in parallel, each with a check that
/// you point at a dependency of your own.
///
/// ```swift
/// @Test(arguments: ParallelSafety.allCases)
/// func `the warehouse is safe in parallel`(check: ParallelSafety) async {
///   await check.verify(\.warehouse, values: { WarehouseClient.numbered($0) }, identity: \.id)
/// }
/// ```
///
/// A check overrides the dependency with many values at once, reads it from everywhere, and compares
/// identities. What it finds is one reported issue, with the seed that decided its order.
public enum ParallelSafety: String, Sendable, Hashable, CaseIterable {
  /// An override is seen by the task that makes it and by what that starts: child tasks, groups,
  /// `Task { }`s, captures. Nobody else sees it, and after its end nobody does.
  case overridesStayInTheirTask
  /// However many tasks read a default for the first time at once, each root makes it once.
  case firstReadsAgree
  /// Reads and reports through a capture belong to the test that was captured: before that ends,
  /// and after.
  case capturesFindTheirTest
  /// Reports during the end of a test arrive, once.
  case closingLosesNothing
}

extension ParallelSafety {
  /// Checks one rule for the dependency behind a property. XCTest, which has no parameterised tests, loops over all cases.
  ///
  /// - Parameters:
  ///   - values: A value for each number from 0; different numbers need different identities. It is
  ///     called before the check begins.
  ///   - identity: What tells two values apart, such as an `id`, `ObjectIdentifier($0)`, or the value: `{ $0 }`.
  ///   - freshInEachRoot: Whether each test must get a default of its own, as it must of everything
  ///     with a state. ``firstReadsAgree`` checks it.
  ///   - seed: Decides the order of what the check does; if nil, the environment variable
  ///     `DEPENDENCE_STRESS_SEED`, and where that is not set, chance.
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
