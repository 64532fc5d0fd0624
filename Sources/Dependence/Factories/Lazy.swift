/// A value that is made at its first use and kept.
///
/// Once per root: in an app once, in tests once for each test case, also for a `static let`. Racing
/// first uses all get the same value. The closure runs outside every lock, in the scope of the first
/// use, and may read dependencies; a cycle of lazies, or of lazies and defaults, is a trap that
/// prints the chain.
public struct Lazy<Value: Sendable>: Sendable {
  private let product: Product<Value>
  // The value in an app, which has one root for good: there it lives and dies with the lazy. A test's root keeps the
  // values of its test, and frees them with it.
  private let cache = DefaultCache()

  /// A value that `produce` makes at the first use.
  public init(
    _ produce: @escaping @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    let site = SourceSite(fileID, filePath, line, column)
    // One-shot: whatever it was built on, the value stays.
    product = Product(dependsOnReads: false, named: { "Lazy<\(Value.self)> (\(site))" }, produce)
  }

  /// The value.
  public func callAsFunction() -> Value {
    let frame = Frame.current
    ProcessContext.reportMistakeOnce(from: frame)
    let isTest = frame.root !== DependencyRoot.process
    let cache = isTest ? frame.root.cache : cache
    let found = cache.value(for: product, from: frame, readAt: .unknown, keepsSubject: isTest)
    return found.value()
  }
}
