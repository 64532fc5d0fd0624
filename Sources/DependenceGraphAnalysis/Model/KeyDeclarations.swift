/// A declaration that conforms a type to protocols that may make it a key, such as `DependencyKey`.
///
/// The scan of a file finds such a declaration if the name of the type or of one of the protocols
/// ends in `Key`. The ``KeyIndex``, which knows the declarations of all files, adds the others.
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
  /// Whether the property's accessors use several keys. If so, the setter may use a different key
  /// than the getter. An assignment then does not change the value that a read returns.
  var usesSeveralKeys = false
  /// The names that the accessors, except for the setter, use like members of `self`, as in
  /// `self.client` or `client`. If such a name is that of a `DependencyValues` property, the
  /// accessors read this property. Assigning the property itself then need not change the value
  /// that it returns.
  var readsOfSelf: [KeyRead] = []
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
  /// The name of the property wrapper in the code, such as `Inject` in `@Inject(\.client)`, if this
  /// name may be an alias of `Dependency`. The code reads a dependency only if it is such an alias.
  /// The value is `nil` if no check is necessary, because the code uses the name `Dependency` or
  /// `Dependence.Dependency`, or no property wrapper.
  var wrapper: String?
  /// Whether a comment such as `// dependence:allow-missing-live` allows the code to read a key
  /// without a live value (the value used outside of tests).
  var allowsMissingLive = false
  /// Whether the code may never run in an app. This is the case for code in an extension with a
  /// `where` clause, which may not apply to the app's types, and for code in a key's type outside
  /// the live value, which may be used only in tests. If such code reads a live value, the reads in
  /// that live value are marked as well.
  var isConstrained = false
  /// Whether this is an assignment that may not run, for example because it is in an `if`
  /// statement. Always `false` for reads.
  var isConditional = false
  var module: String
  var location: FileLocation

  /// The property or key being read, or the source code of the read if it names neither.
  var name: String { property.map { "\\.\($0)" } ?? key ?? expression }
}
