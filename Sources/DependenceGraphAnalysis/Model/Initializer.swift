/// The function that creates the instances of an `@Instantiable` type: an `init`, or a
/// `static func instantiate` in an extension.
struct Initializer: Codable, Hashable, Sendable {
  struct Parameter: Codable, Hashable, Sendable {
    /// The argument label, or `_` if callers pass the argument without a label.
    var label: String
    var name: String
    var type: TypeReference
    /// Whether callers can omit the argument because the parameter has a default value or is
    /// variadic.
    var canBeOmitted: Bool

    /// Returns the name of the property that this parameter initializes, or `nil` if `names`
    /// contains no such property. The argument label takes precedence over the parameter name.
    func property(in names: Set<String>) -> String? { [label, name].first(where: names.contains) }
  }

  var parameters: [Parameter]
  var access = AccessLevel.internal
  /// The names of the declaration's attributes that may be global actors, such as `MainActor`, with
  /// the most likely one first. For a `nonisolated` declaration, the only element is `nonisolated`.
  /// The array is empty if the declaration has no explicit isolation.
  var isolation: [String] = []
  var location: FileLocation
}
