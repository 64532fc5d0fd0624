/// Values as a message shows them.
enum CallText {
  /// A value as it prints; text in quotes.
  static func value(_ value: Any) -> String {
    switch value {
    case is String, is Substring, is Character: String(reflecting: value)
    default: String(describing: value)
    }
  }

  /// Arguments as at a call: `("a", 1)`.
  static func arguments(_ values: [Any]) -> String {
    "(\(values.map(value).joined(separator: ", ")))"
  }
}
