/// The function that creates an instance: an `init`, or `static func instantiate` in an extension.
struct Initializer: Codable, Hashable, Sendable {
  struct Parameter: Codable, Hashable, Sendable {
    /// The argument label, or `_` if the argument has no label.
    var label: String
    var name: String
    var type: TypeReference
    var defaultValue: String?

    /// Returns the property that this parameter initializes: the property named like the argument
    /// label or, if there is none, like the parameter.
    func property(in names: Set<String>) -> String? { [label, name].first(where: names.contains) }
  }

  var parameters: [Parameter]
  var access = AccessLevel.internal
  /// The written isolation: the name of a global actor, `nonisolated`, or `nil` for neither.
  var isolation: String?
  var location: FileLocation
}
