/// A value that is created at its first use and then kept.
///
/// The value is created once per process in an app, and once per test case in tests, even for a
/// `static let`. Concurrent first uses all get the same value. The closure runs in the scope of the
/// first use, without holding a lock, and may read dependencies. If lazy values or defaults depend
/// on each other in a cycle, the program traps and prints the chain.
public struct Lazy<Value: Sendable>: Sendable {
  private let product: Product<Value>
  // The cache for the value in an app, which is released together with this `Lazy`. In tests, the
  // cache of the test case contains the value and releases it when the test ends.
  private let cache = DefaultCache()

  /// Creates a lazy value that `produce` makes at the first use.
  public init(
    _ produce: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    // The value is kept even if the dependencies that it was created from are overridden later.
    product = Product(dependsOnReads: false, named: { "Lazy<\(Value.self)> (\(site))" }, produce)
  }

  /// Returns the value, and creates it at the first call.
  public func callAsFunction() -> Value {
    let frame = Frame.current
    ProcessContext.reportConfigurationErrorOnce(from: frame)
    let isTest = frame.root !== DependencyRoot.process
    let cache = isTest ? frame.root.cache : cache
    let found = cache.value(for: product, from: frame, readAt: .unknown, keepsSubject: isTest)
    return found.value()
  }
}
