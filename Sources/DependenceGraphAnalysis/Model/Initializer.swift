/// The function that creates a type: an `init`, or `static func instantiate` in an extension.
struct Initializer: Codable, Hashable, Sendable {
  struct Parameter: Codable, Hashable, Sendable {
    /// The argument label, or `_` if the argument has no label.
    var label: String
    var name: String
    var type: TypeReference
    var defaultValue: String?

    /// Returns the property that this parameter sets, found by its label or else by its name.
    func property(in names: Set<String>) -> String? { [label, name].first(where: names.contains) }
  }

  var parameters: [Parameter]
  var access = AccessLevel.internal
  /// The isolation as written: a global actor without `@`, `nonisolated`, or `nil` without either.
  var isolation: String?
  var location: FileLocation
}
