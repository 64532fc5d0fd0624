/// A declaration of a type, a protocol, or a type alias, or an extension of a type.
struct TypeDeclaration: Codable, Hashable, Sendable {
  enum Kind: UInt8, Codable, Hashable, Sendable {
    case `struct`, `class`, actor, `enum`, `protocol`, alias
    /// An `@Instantiable` extension. Its `static func instantiate(…)` creates the instances.
    case `extension`
  }

  /// The qualified name of the type, such as `Outer.Inner`. For an extension, this is the name of
  /// the extended type as written in source code.
  var name: String
  var kind = Kind.struct
  /// The qualified names of the enclosing types, from the outermost to the innermost. A name that
  /// is used in the declaration may refer to a member of any of these types. For a type declared in
  /// `extension A.B`, the only element is `A.B`.
  var enclosing: [String] = []
  var genericParameters: [String] = []
  /// The effective access level: the lowest access level of the declaration and its enclosing
  /// types.
  var access = AccessLevel.internal
  var inheritedTypes: [TypeReference] = []
  /// The names of the declaration's attributes that may be global actors, such as `MainActor`, with
  /// the most likely one first. For a `nonisolated` declaration, the only element is `nonisolated`.
  /// The array is empty if the declaration has no explicit isolation.
  var isolation: [String] = []
  var isGlobalActor = false
  var aliased: TypeReference?
  /// Whether the declaration is a class with an `init()`, an initializer without parameters. If the
  /// class declares no initializer, its superclass, if any, is assumed to have an `init()`.
  var hasPlainInitializer = false
  /// Whether the declaration is a class that declares initializers. Such a class does not inherit
  /// its superclass's initializers.
  var declaresInitializers = false
  var module: String
  var location: FileLocation
}
