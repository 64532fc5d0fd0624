/// Something that a type is given: a marked property, or an argument of `instantiate`.
struct InjectedProperty: Codable, Hashable, Sendable {
  enum Source: String, Codable, Hashable, Sendable {
    case instantiated = "Instantiated"
    /// Handed in at run time, by whoever calls the instantiator.
    case forwarded = "Forwarded"
    case received = "Received"
  }

  /// The other property that a received one stands for, `fulfilledByDependencyNamed:ofType:`.
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
  var place: SourcePlace
}
