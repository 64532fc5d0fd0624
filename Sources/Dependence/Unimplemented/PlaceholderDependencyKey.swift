/// A dependency that a test has to choose: its test value is a mere placeholder.
///
/// For plain values, which have no call that could report, such as a locale or a file's place:
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
/// A test that reads it without having overridden it gets the placeholder and one issue, at the read.
/// Assigning to it, or through it, reports nothing. Previews use the live value.
public protocol PlaceholderDependencyKey: DependencyKey {
  associatedtype Value

  /// A harmless value, for a test that chose none.
  static var placeholder: Value { get }

  /// The property of ``DependencyValues`` that leads here, for the message; nil, the default, where
  /// there is none.
  static var property: String? { get }

  /// A value to override it with, as source text, for the message; `…` by default.
  static var example: String { get }
}

extension PlaceholderDependencyKey {
  /// The placeholder. Read through the key in a test, it is a reported issue.
  public static var testValue: Value {
    Computation.note(.unimplemented, of: Self.self)
    return placeholder
  }

  /// The live value.
  public static var previewValue: Value { liveValue }

  /// No property.
  public static var property: String? { nil }

  /// Nothing that could be pasted as it is.
  public static var example: String { "…" }
}
