/// A value that is made on the main actor, at its first use, and kept. It need not be `Sendable`.
///
/// For what only the main actor may make or use: a view model, a formatter. As the value of a key it may
/// be read anywhere, and called on the main actor:
///
/// ```swift
/// private enum CartKey: DependencyKey {
///   static let liveValue = MainActorLazy { CartModel() }
///   static var testValue: MainActorLazy<CartModel> { liveValue }
/// }
/// ```
///
/// It is kept as the value of a ``Lazy`` is: in an app once, in tests once for each test case.
public struct MainActorLazy<Value>: Sendable {
  private let lazy: Lazy<Box>

  private final class Box: @unchecked Sendable {
    // Unchecked, because only the main actor makes and takes the value.
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  /// A value that `produce` makes at the first use.
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

  /// The value.
  @MainActor public func callAsFunction() -> Value { lazy().value }
}
