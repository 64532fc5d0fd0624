/// A value that is created on the main actor when it is first used. It does not have to be
/// `Sendable`.
///
/// Use this type for values that may be used only on the main actor, such as view models. Any code
/// can read a dependency of this type, but only code on the main actor can call it to get the
/// value:
///
/// ```swift
/// private enum CartKey: DependencyKey {
///   static let liveValue = MainActorLazy { CartModel() }
///   static var testValue: MainActorLazy<CartModel> { liveValue }
/// }
/// ```
///
/// Like a ``Lazy`` value, the value is created once per process in an app, and once per test case
/// in tests. It is also released on the main actor.
public struct MainActorLazy<Value>: Sendable {
  private let lazy: Lazy<Box>

  @MainActor private final class Box {
    let value: Value

    init(_ value: Value) { self.value = value }

    // The deinitializer is isolated so that the value is released on the main actor, regardless of
    // where the last reference to this object is released.
    isolated deinit {}
  }

  /// Creates a lazy value. `produce` is called when the value is first used.
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

  /// Returns the value, creating it if necessary.
  @MainActor public func callAsFunction() -> Value { lazy().value }
}
