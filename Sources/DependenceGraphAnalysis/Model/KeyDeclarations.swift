/// A declaration that conforms a type to one or more protocols whose names end in `Key`, such as
/// `DependencyKey`.
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
  /// The key that the property reads, or `nil` if a macro generates the key or the key cannot be
  /// determined from the source code.
  var key: String?
  /// Whether the property is a `@DependencyEntry` whose initial value serves as its live value.
  var hasLiveValue: Bool
  var module: String
  var location: FileLocation
}

/// Code that reads a dependency, either through a `DependencyValues` property such as `\.client` or
/// directly with a key such as `ClientKey`.
struct KeyRead: Codable, Hashable, Sendable {
  /// The qualified name of the type whose declaration or extension contains the code.
  var owner: String
  /// The `DependencyValues` property that is read, or `nil` if the code uses a key directly.
  var property: String?
  var key: String?
  /// Whether a comment such as `// dependence:allow-missing-live` permits a key without a live
  /// value.
  var allowsMissingLive = false
  var module: String
  var location: FileLocation

  var name: String { property.map { "\\.\($0)" } ?? key ?? "" }
}
