/// A dependency of a type: a property with an injection attribute, or a parameter of `instantiate`.
struct InjectedProperty: Codable, Hashable, Sendable {
  enum Source: String, Codable, Hashable, Sendable {
    case instantiated = "Instantiated"
    /// The value is supplied at run time by the code that calls an instantiator.
    case forwarded = "Forwarded"
    case received = "Received"
  }

  /// The ancestor's property that provides the value under another name or type.
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
