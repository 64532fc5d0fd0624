/// A declaration of a type or a type alias that other code can refer to.
struct TypeDeclaration: Codable, Hashable, Sendable {
  enum Kind: UInt8, Codable, Hashable, Sendable {
    case `struct`, `class`, actor, `enum`, `protocol`, alias
    /// An `@Instantiable` extension. Its `static func instantiate(…)` creates the instances.
    case `extension`
  }

  /// The qualified name, such as `Outer.Inner`. For an extension, this is the extended type as
  /// written.
  var name: String
  var kind = Kind.struct
  /// The enclosing types, from the outermost to the innermost. Names are looked up in all of them.
  /// For a type declared in `extension A.B`, the only element is `A.B`.
  var enclosing: [String] = []
  var genericParameters: [String] = []
  /// The lowest access level of the type and its enclosing types.
  var access = AccessLevel.internal
  var inheritedTypes: [TypeReference] = []
  /// The isolation written in source code: the name of a global actor, `nonisolated`, or `nil` if
  /// neither is written.
  var isolation: String?
  var isGlobalActor = false
  var aliased: TypeReference?
  /// Whether the declaration is a class that can be initialized without arguments.
  var hasPlainInitializer = false
  var module: String
  var location: FileLocation
}
