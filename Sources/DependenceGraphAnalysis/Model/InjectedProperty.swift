/// A dependency of a type, declared as a property with an attribute such as `@Instantiated`, or as
/// a parameter of an extension's `instantiate` function.
struct InjectedProperty: Codable, Hashable, Sendable {
  enum Source: String, Codable, Hashable, Sendable {
    case instantiated = "Instantiated"
    /// A property whose value is passed at run time to the factory that creates the instance.
    case forwarded = "Forwarded"
    case received = "Received"
  }

  /// The name and type of another property whose value this property receives, as specified by an
  /// attribute such as `@Received(fulfilledByDependencyNamed: "service", ofType: Service.self)`.
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
