/// A declaration that conforms a type to one or more protocols whose names end in `Key`, such as
/// `DependencyKey`.
struct KeyConformance: Codable, Hashable, Sendable {
  var key: String
  var protocols: [String]
  var module: String
  var location: FileLocation
}

/// A property through which code reads a dependency. It is declared in an extension of
/// `DependencyValues`.
struct KeyProperty: Codable, Hashable, Sendable {
  var name: String
  var type: TypeReference?
  /// The key of the dependency that the property returns. This is `nil` if a macro generates the
  /// key or if the key cannot be determined from the source code.
  var key: String?
  /// Whether the property is marked `@DependencyEntry` and has an initial value. The initial value
  /// then serves as the live value, which is used outside of tests.
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
  /// The name of the type through which the code reads the dependency, such as `Inject` in
  /// `@Inject(\.client)`. If it is not an alias of `Dependency`, this is not a read of a dependency.
  /// The name is `nil` for code that reads a dependency in any case.
  var wrapper: String?
  /// Whether a comment such as `// dependence:allow-missing-live` allows the code to read a key
  /// that has no live value, the value used outside of tests.
  var allowsMissingLive = false
  var module: String
  var location: FileLocation

  /// The property or key that is read. If the code reads the current values in a way that does not
  /// show which dependency it reads, this is the expression that returns them.
  var name: String { property.map { "\\.\($0)" } ?? key ?? "DependencyValues.current" }
}
