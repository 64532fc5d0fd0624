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

  private func arguments(_ property: String) -> [String] {
    guard let kind = Mirror(reflecting: self).descendant("_kind"),
      let payload = Mirror(reflecting: kind).children.first?.value
    else { return [] }
    return Mirror(reflecting: payload).children.flatMap { child -> [String] in
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
