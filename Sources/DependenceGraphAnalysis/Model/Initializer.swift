/// The function that makes a type: an `init`, or the `static func instantiate` of an extension.
struct Initializer: Codable, Hashable, Sendable {
  struct Parameter: Codable, Hashable, Sendable {
    /// The word that a caller writes before the colon; "_" for nothing.
    var label: String
    var name: String
    var type: TypeReference
    var defaultValue: String?

    /// The property that the parameter is for: the one that its label names, or else its name.
    func property(in names: Set<String>) -> String? { [label, name].first(where: names.contains) }
  }

  var parameters: [Parameter]
  var access = AccessLevel.internal
  /// The global actor of its own, without `@`; "nonisolated" if it says so; nil if it says nothing.
  var isolation: String?
  var place: SourcePlace
}
