/// A declaration that conforms a type to protocols that may make it a key, such as `DependencyKey`.
/// The name of the type or of one of the protocols ends in `Key`.
struct KeyConformance: Codable, Hashable, Sendable {
  var key: String
  var protocols: [String]
  var module: String
  var location: FileLocation
}

/// A property in an extension of `DependencyValues` that code uses to read a dependency.
struct KeyProperty: Codable, Hashable, Sendable {
  /// The names by which code can refer to the type whose extensions declare such properties.
  static let ownerNames: Set = ["DependencyValues", "Dependence.DependencyValues"]

  var name: String
  /// The key of the dependency that the property returns, or `nil` if a macro generates the key or
  /// the source code does not show it.
  var key: String?
  /// Whether the property is marked `@DependencyEntry` and has an initial value, which is then the
  /// dependency's live value (the value used outside of tests).
  var hasLiveValue: Bool
  /// Whether the property's accessors use several keys. Assigning the property then need not change
  /// the value that it returns.
  var usesSeveralKeys = false
  var module: String
  var location: FileLocation
}

/// Code that reads a dependency, either through a `DependencyValues` property such as `\.client` or
/// directly with a key such as `ClientKey`. The same type represents an assignment to a dependency
/// in a call to `prepareDependencies`.
struct KeyRead: Codable, Hashable, Sendable {
  /// The qualified name of the type whose declaration or extension contains the code.
  var owner: String
  /// The name of the property of `owner` whose initial value, accessors or attributes contain the
  /// code, or `nil` if the code is in none of them.
  var member: String?
  /// The `DependencyValues` property that is read, or `nil` if the code uses a key directly.
  var property: String?
  var key: String?
  /// The source code of the read. Messages show it if the read names neither a property nor a key.
  var expression = "DependencyValues.current"
  /// The name of the property wrapper that the code uses if this name may be an alias of
  /// `Dependency`, such as `Inject` in `@Inject(\.client)`. The code reads a dependency only if the
  /// name refers to `Dependency`, directly or through an alias. The value is `nil` if the code uses
  /// the name `Dependency` or `Dependence.Dependency`, or no property wrapper, because no check is
  /// necessary then.
  var wrapper: String?
  /// Whether a comment such as `// dependence:allow-missing-live` allows the code to read a key
  /// without a live value (the value used outside of tests).
  var allowsMissingLive = false
  /// Whether the code is in an extension with a `where` clause, or in the type of a key but outside
  /// its live value, or in a live value that such code reads. The code need not run in an app.
  var isConstrained = false
  /// Whether this is an assignment that may not run, for example because it is in an `if`
  /// statement. Always `false` for reads.
  var isConditional = false
  var module: String
  var location: FileLocation

  /// The property or key being read, or the source code of the read if it names neither.
  var name: String { property.map { "\\.\($0)" } ?? key ?? expression }
}
