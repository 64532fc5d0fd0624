/// A value that is created on first use and then kept.
///
/// In an app, the value is created once per process. In tests, it is created once per test case,
/// even if the `Lazy` is stored in a `static let`. If several threads use it for the first time
/// simultaneously, one of them creates the value, and all of them receive it.
///
/// The closure that creates the value runs in the scope of the first use, and can read
/// dependencies. No lock is held while it runs. If lazy values or default values depend on each
/// other in a cycle, the program traps and prints the cycle.
public struct Lazy<Value: Sendable>: Sendable {
  private let product: Product<Value>
  // In an app, this cache stores the value, and is released together with this `Lazy`. In tests,
  // the test case's cache stores the value instead, until the test ends.
  private let cache = DefaultCache()

  /// Creates a lazy value. `produce` is called when the value is first used.
  public init(
    _ produce: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    // With `dependsOnReads: false`, all scopes share the value, even scopes that override a
    // dependency that was read to create it.
    product = Product(
      dependsOnReads: false,
      belongsToKey: (Frame.bound as? Computation)?.provider.belongsToKey ?? false,
      named: { "Lazy<\(Value.self)> (\(site))" },
      produce
    )
  }

  /// Returns the value, creating it if necessary.
  public func callAsFunction() -> Value {
    let frame = Frame.readable
    ProcessContext.reportConfigurationErrorOnce(from: frame)
    frame.root.reportIfLate(product.name, was: "called", at: .unknown, from: frame)
    // The value may contain the value of a key, which is not recorded, because `dependsOnReads` is
    // `false`.
    frame.noteReadOfOtherKey()
    let isTest = frame.root !== DependencyRoot.process
    let cache = isTest ? frame.root.cache : cache
    let found = cache.value(for: product, from: frame, readAt: .unknown, keepsProvider: isTest)
    return found.value(as: Value.self)
  }
}
