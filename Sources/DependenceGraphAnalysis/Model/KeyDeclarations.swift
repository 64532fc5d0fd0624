/// A declaration that conforms a type to a protocol such as `DependencyKey` or `TestDependencyKey`.
struct KeyConformance: Codable, Hashable, Sendable {
  var key: String
  var protocols: [String]
  var module: String
  var location: FileLocation
}

/// A property that an extension of `DependencyValues` declares.
struct KeyProperty: Codable, Hashable, Sendable {
  var name: String
  var type: TypeReference?
  /// The key behind the property, or `nil` if the macro generates the key or the key is unclear.
  var key: String?
  /// Whether the property is a `@DependencyEntry` with an initial value, which is its live value.
  var hasLiveValue: Bool
  var module: String
  var location: FileLocation
}

/// A read of a dependency key in source code, by name or through a `DependencyValues` property.
struct KeyRead: Codable, Hashable, Sendable {
  /// The qualified name of the type whose declaration or extension contains the read.
  var owner: String
  /// The property of `DependencyValues` that is read, or `nil` if the code names the key itself.
  var property: String?
  var key: String?
  /// Whether a comment permits the key to have no live value.
  var allowsMissingLive = false
  var module: String
  var location: FileLocation

  var name: String { property.map { "\\.\($0)" } ?? key ?? "" }
}
