/// A dependency of a type. It is declared as a property with an attribute such as `@Instantiated`,
/// or as a parameter of an extension's `instantiate` function.
struct InjectedProperty: Codable, Hashable, Sendable {
  enum Source: String, Codable, Hashable, Sendable {
    case instantiated = "Instantiated"
    /// The caller of an instantiator passes the value at run time.
    case forwarded = "Forwarded"
    case received = "Received"
  }

  /// The name and type of the ancestor's property, if they differ from the name and type of this
  /// property.
  struct Alias: Codable, Hashable, Sendable {
    var label: String
    var type: TypeReference
  }

  var label: String
  var type: TypeReference
  var source: Source
  var fulfilledByType: TypeReference?
  var erasedToConcreteExistential = false
  var alias: Alias?
  var onlyIfAvailable = false
  var location: FileLocation
}
