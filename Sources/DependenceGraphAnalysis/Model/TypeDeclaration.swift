/// A declaration of a type or a type alias to which other code can refer.
struct TypeDeclaration: Codable, Hashable, Sendable {
  enum Kind: UInt8, Codable, Hashable, Sendable {
    case `struct`, `class`, actor, `enum`, `protocol`, alias
    /// An `@Instantiable` extension, whose `static func instantiate(…)` creates the instances.
    case `extension`
  }

  /// The qualified name, such as `Outer.Inner`. For an extension, it is the name as written.
  var name: String
  var kind = Kind.struct
  /// The enclosing types in which names are looked up, from the outermost to the innermost. For a
  /// type in an extension of `A.B`, the only element is `A.B`.
  var enclosing: [String] = []
  var genericParameters: [String] = []
  /// The lowest access level among the type and its enclosing types.
  var access = AccessLevel.internal
  var inheritedTypes: [TypeReference] = []
  /// The written isolation: the name of a global actor, `nonisolated`, or `nil` for neither.
  var isolation: String?
  var isGlobalActor = false
  var aliased: TypeReference?
  /// Whether the declaration is a class that can be initialized without arguments.
  var hasPlainInitializer = false
  var module: String
  var location: FileLocation
}
