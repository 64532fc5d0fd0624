/// A type or extension that declares to be a `TestDependencyKey` or `DependencyKey`.
struct KeyConformance: Codable, Hashable, Sendable {
  var key: String
  var protocols: [String]
  var module: String
  var place: SourcePlace
}

/// A property of `DependencyValues`.
struct KeyProperty: Codable, Hashable, Sendable {
  var name: String
  var type: TypeReference?
  /// The key behind the property; nil for an entry with its own key, and where none is evident.
  var key: String?
  /// True if the property is an entry with an initial value, which is its live value.
  var hasLiveValue: Bool
  var module: String
  var place: SourcePlace
}

/// A place where code reads a key, by a property or by itself.
struct KeyRead: Codable, Hashable, Sendable {
  /// The type whose declaration or extension holds the read, with the names around it.
  var owner: String
  /// The property of `DependencyValues` that is read; nil, if the key is named.
  var property: String?
  var key: String?
  /// True if a comment says that the live value comes from elsewhere.
  var allowsMissingLive = false
  var module: String
  var place: SourcePlace

  var name: String { property.map { "\\.\($0)" } ?? key ?? "" }
}
