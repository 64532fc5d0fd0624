/// A key that every test has to override, because its test value is only a placeholder.
///
/// Use this protocol for plain values, such as a locale or a file path. Unlike the endpoints of a
/// client, plain values have no calls that could be reported:
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
/// A test that reads the dependency without an override gets the placeholder, and one issue is
/// reported at the read. Assigning a value to the dependency, or to a property of its value,
/// reports nothing. Previews use the live value.
public protocol PlaceholderDependencyKey: DependencyKey {
  associatedtype Value

  /// A harmless value for tests that do not override the dependency.
  static var placeholder: Value { get }

  /// The name of the property of ``DependencyValues`` for this key, or `nil` if there is no
  /// property. Messages contain this name. The default is `nil`.
  static var property: String? { get }

  /// The source code of an example value, which messages contain. The default is `…`.
  static var example: String { get }
}

extension PlaceholderDependencyKey {
  /// The placeholder. An issue is reported if a test reads it through the key.
  public static var testValue: Value {
    Computation.note(.unimplemented, of: Self.self)
    return placeholder
  }

  /// The live value.
  public static var previewValue: Value { liveValue }

  /// The default value, for keys without a property of ``DependencyValues``.
  public static var property: String? { nil }

  /// The default value, an ellipsis in place of an example.
  public static var example: String { "…" }
}
