/// A declaration of a type or type alias that other code can refer to.
struct TypeDeclaration: Codable, Hashable, Sendable {
  enum Kind: UInt8, Codable, Hashable, Sendable {
    case `struct`, `class`, actor, `enum`, `protocol`, alias
    /// An `@Instantiable` extension, whose `static func instantiate(…)` creates the type.
    case `extension`
  }

  /// The qualified name, such as `Outer.Inner`. For an extension, the name as written.
  var name: String
  var kind = Kind.struct
  /// The enclosing types in which names are looked up, the outermost first. For a type that is
  /// declared in an extension of `A.B`, the only element is `A.B`.
  var enclosing: [String] = []
  var genericParameters: [String] = []
  /// The narrowest access level of the type and its enclosing types.
  var access = AccessLevel.internal
  var inheritedTypes: [TypeReference] = []
  /// The isolation as written: a global actor without `@`, `nonisolated`, or `nil` without either.
  var isolation: String?
  var isGlobalActor = false
  var aliased: TypeReference?
  /// Whether this is a class that can be initialized without arguments.
  var hasPlainInitializer = false
  var module: String
  var location: FileLocation
}
