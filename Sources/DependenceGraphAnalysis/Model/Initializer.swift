/// The function that creates a type: an `init`, or `static func instantiate` in an extension.
struct Initializer: Codable, Hashable, Sendable {
  struct Parameter: Codable, Hashable, Sendable {
    /// The argument label, or `_` if the argument has no label.
    var label: String
    var name: String
    var type: TypeReference
    var defaultValue: String?

    /// Returns the property with the name of the label or else with the name of the parameter.
    func property(in names: Set<String>) -> String? { [label, name].first(where: names.contains) }
  }

  var parameters: [Parameter]
  var access = AccessLevel.internal
  /// The function's global actor without `@`, or `nonisolated`, or `nil` if neither is written.
  var isolation: String?
  var place: SourcePlace
}
