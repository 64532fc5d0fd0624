/// A value that the main actor creates at its first use. The value need not be `Sendable`.
///
/// Use this type for values that only the main actor may use, such as view models. Any code can
/// read a key with such a value, but only the main actor can call it:
///
/// ```swift
/// private enum CartKey: DependencyKey {
///   static let liveValue = MainActorLazy { CartModel() }
///   static var testValue: MainActorLazy<CartModel> { liveValue }
/// }
/// ```
///
/// Like a ``Lazy`` value, it is created once per process in an app, and once per test case in
/// tests.
public struct MainActorLazy<Value>: Sendable {
  private let lazy: Lazy<Box>

  private final class Box: @unchecked Sendable {
    // Unchecked because only the main actor creates and accesses the value.
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// Creates a lazy value that `produce` makes at the first use.
  public init(
    _ produce: @escaping @MainActor @Sendable () -> Value,
    fileID: String = #fileID,
    filePath: String = #filePath,
    line: Int = #line,
    column: Int = #column
  ) {
    lazy = Lazy(
      { MainActor.assumeIsolated { Box(produce()) } },
      fileID: fileID,
      filePath: filePath,
      line: line,
      column: column
    )
  }

  /// Returns the value, and creates it at the first call.
  @MainActor public func callAsFunction() -> Value { lazy().value }
}
