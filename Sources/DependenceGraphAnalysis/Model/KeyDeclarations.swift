/// A type or extension that declares to be a `TestDependencyKey` or `DependencyKey`.
package struct KeyConformance: Codable, Hashable, Sendable {
  /// The key, with the names of the types around it.
  package var key: String
  /// The protocols that the declaration names, as written.
  package var protocols: [String]
  package var module: String
  package var place: SourcePlace

  package init(key: String, protocols: [String], module: String, place: SourcePlace) {
    self.key = key
    self.protocols = protocols
    self.module = module
    self.place = place
  }
}

/// A property of `DependencyValues`.
package struct KeyProperty: Codable, Hashable, Sendable {
  package var name: String
  /// As written; nil where it is left out.
  package var type: TypeReference?
  /// The key behind the property. Nil for an entry with a key of its own, and where it is not
  /// evident, as in a property that is computed from others.
  package var key: String?
  /// Whether the property is an entry with an initial value, which is its live value.
  package var hasLiveValue: Bool
  package var module: String
  package var place: SourcePlace

  package init(
    name: String,
    type: TypeReference? = nil,
    key: String?,
    hasLiveValue: Bool,
    module: String,
    place: SourcePlace
  ) {
    self.name = name
    self.type = type
    self.key = key
    self.hasLiveValue = hasLiveValue
    self.module = module
    self.place = place
  }
}

/// A place where code reads a key, by a property or by itself.
package struct KeyRead: Codable, Hashable, Sendable {
  /// The type whose declaration or extension holds the read, with the names around it.
  package var owner: String
  /// The property of `DependencyValues` that is read; nil, if the key is named.
  package var property: String?
  /// The key that is named; nil, if it is read by a property.
  package var key: String?
  /// Whether a comment says that the live value comes from elsewhere.
  package var allowsMissingLive: Bool
  package var module: String
  package var place: SourcePlace

  package init(
    owner: String,
    property: String? = nil,
    key: String? = nil,
    allowsMissingLive: Bool = false,
    module: String,
    place: SourcePlace
  ) {
    self.owner = owner
    self.property = property
    self.key = key
    self.allowsMissingLive = allowsMissingLive
    self.module = module
    self.place = place
  }
}
