#if canImport(Testing)
import Testing

/// The arguments of a parameterized test case. Swift Testing has no public API for them, so they
/// are read by reflection. If the internals of `Test.Case` change, arguments may be missing.
extension Test.Case {
  /// The identifiers of the arguments, which distinguish this test case from the other cases of the
  /// same test.
  package var argumentIDs: [String] { arguments("id") }

  /// The values of the arguments, converted to strings.
  package var argumentTexts: [String] { arguments("value") }

  /// The array of the arguments, or `nil` if the test has no parameters. Its elements have a private
  /// type of Swift Testing.
  package var argumentArray: Any? { payload?.descendant("arguments") }

  /// The information that Swift Testing stores about the arguments.
  private var payload: Mirror? {
    guard let kind = Mirror(reflecting: self).descendant("_kind") else { return nil }
    return Mirror(reflecting: kind).children.first.map { Mirror(reflecting: $0.value) }
  }

  private func arguments(_ property: String) -> [String] {
    guard let payload else { return [] }
    return payload.children.flatMap { child -> [String] in
      switch child.label {
      case "arguments":
        Mirror(reflecting: child.value).children.map { argument in
          "\(Mirror(reflecting: argument.value).descendant(property) ?? "?")"
        }
      case "discriminator": property == "id" ? ["#\(child.value)"] : []
      default: []
      }
    }
  }
}
#endif
