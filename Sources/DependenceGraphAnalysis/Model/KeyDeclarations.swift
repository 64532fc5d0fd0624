/// A declaration that makes a type conform to a protocol such as `DependencyKey`.
struct KeyConformance: Codable, Hashable, Sendable {
  var key: String
  var protocols: [String]
  var module: String
  var location: FileLocation
}

/// A property that is declared in an extension of `DependencyValues`.
struct KeyProperty: Codable, Hashable, Sendable {
  var name: String
  var type: TypeReference?
  /// The key that the property uses, or `nil` if a macro generates the key or the code is unclear.
  var key: String?
  /// Whether the property is a `@DependencyEntry` whose initial value serves as its live value.
  var hasLiveValue: Bool
  var module: String
  var location: FileLocation
}

/// A read of a dependency in source code, by its key or through a `DependencyValues` property.
struct KeyRead: Codable, Hashable, Sendable {
  /// The qualified name of the type whose declaration or extension contains the read.
  var owner: String
  /// The property of `DependencyValues` that is read, or `nil` if the code uses the key directly.
  var property: String?
  var key: String?
  /// Whether a comment in the source code allows the key to have no live value.
  var allowsMissingLive = false
  var module: String
  var location: FileLocation

  var name: String { property.map { "\\.\($0)" } ?? key ?? "" }
}
