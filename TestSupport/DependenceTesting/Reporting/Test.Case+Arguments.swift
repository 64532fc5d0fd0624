#if canImport(Testing)
import Testing

/// The arguments of a parameterized test case. Swift Testing has no public API for them, so they
/// are read by reflection. If the internals of `Test.Case` change, arguments may be missing.
extension Test.Case {
  /// The identifiers of the arguments, which distinguish this test case from the other cases of the
  /// same test.
  package var argumentIDs: [String] {
    let discriminator = payload?.children.first { $0.label == "discriminator" }
    return arguments("id").map { "\($0)" } + (discriminator.map { ["#\($0.value)"] } ?? [])
  }

  /// The values of the arguments. If Swift Testing does not store the value of an argument in the
  /// expected form, the array contains the string "?" instead.
  package var argumentValues: [Any] { arguments("value").map(Self.unwrapped) }

  /// Returns the value inside a nested existential value. `Mirror` returns a property of the type
  /// `any Sendable` as an `Any` that contains an `any Sendable`, which in turn contains the value.
  private static func unwrapped(_ value: Any) -> Any {
    func unwrapped<Value>(_ value: Value) -> Any {
      Value.self == (any Sendable).self ? unsafeBitCast(value, to: (any Sendable).self) : value
    }
    return _openExistential(value, do: unwrapped)
  }

  /// The information that Swift Testing stores about the arguments.
  private var payload: Mirror? {
    guard let kind = Mirror(reflecting: self).descendant("_kind") else { return nil }
    return Mirror(reflecting: kind).children.first.map { Mirror(reflecting: $0.value) }
  }

  private func arguments(_ property: String) -> [Any] {
    payload?.descendant("arguments").map { array in
      Mirror(reflecting: array).children.map { argument in
        Mirror(reflecting: argument.value).descendant(property) ?? "?"
      }
    } ?? []
  }
}
#endif
