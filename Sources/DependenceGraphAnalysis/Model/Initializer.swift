/// The function that creates instances of a type: an `init`, or the `static func instantiate` of an
/// extension.
struct Initializer: Codable, Hashable, Sendable {
  struct Parameter: Codable, Hashable, Sendable {
    /// The argument label, or `_` if the argument has no label.
    var label: String
    var name: String
    var type: TypeReference
    var defaultValue: String?

    /// Returns the property that this parameter initializes: the property with the name of the
    /// parameter's label or, failing that, of its variable.
    func property(in names: Set<String>) -> String? { [label, name].first(where: names.contains) }
  }

  var parameters: [Parameter]
  var access = AccessLevel.internal
  /// The global actor of the function without `@`, `nonisolated` if the function is marked so, or
  /// `nil`.
  var isolation: String?
  var place: SourcePlace
}
