/// A key for a dependency that a test must override before reading it, because its test value is
/// only a placeholder.
///
/// Use this protocol for plain values, such as a locale or a file path. A client can report calls
/// to its unimplemented endpoints, but a plain value has no endpoints, so the read itself is
/// reported:
///
/// ```swift
/// enum CurrencyKey: PlaceholderDependencyKey {
///   static var liveValue: String { "EUR" }
///   static var placeholder: String { "XXX" }
///   static var property: String? { "currency" }
///   static var example: String { "\"USD\"" }
/// }
/// ```
///
/// If a test reads the dependency without overriding it, the read returns the placeholder, and an
/// issue is reported at the location of the read. Reads in a closure that assigns overrides, such
/// as the first closure of `withDependencies`, are not reported. The library cannot distinguish
/// them from reads that are part of an assignment to a property of the value. Previews use the live
/// value.
public protocol PlaceholderDependencyKey: DependencyKey {
  associatedtype Value

  /// A harmless value for tests that do not override the dependency.
  static var placeholder: Value { get }

  /// The name of the ``DependencyValues`` property that reads this key, shown in messages, or `nil`
  /// (the default) if there is no such property.
  static var property: String? { get }

  /// The source code of an example value, shown in messages. The default is `…`.
  static var example: String { get }
}

extension PlaceholderDependencyKey {
  /// The test value, which is the placeholder. If a test reads the dependency without overriding
  /// it, an issue is reported.
  public static var testValue: Value {
    Computation.note(.unimplemented, of: Self.self)
    return placeholder
  }

  /// The preview value, which is the live value by default.
  public static var previewValue: Value { liveValue }

  /// The name of the property that reads this key. The default implementation returns `nil`,
  /// because a key does not need a property.
  public static var property: String? { nil }

  /// The source code of an example value. The default implementation returns an ellipsis.
  public static var example: String { "…" }
}
