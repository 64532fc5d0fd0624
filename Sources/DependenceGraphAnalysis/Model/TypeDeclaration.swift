/// A declaration of a type or type alias that other code can refer to.
struct TypeDeclaration: Codable, Hashable, Sendable {
  enum Kind: UInt8, Codable, Hashable, Sendable {
    case `struct`, `class`, actor, `enum`, `protocol`, alias
    /// An `@Instantiable` extension, whose `static func instantiate(…)` creates the type.
    case `extension`
  }

  /// The name qualified with the enclosing types, such as `Outer.Inner`. The name of an extension
  /// is kept as written.
  var name: String
  var kind = Kind.struct
  /// The enclosing types in which names are looked up, the outermost first. For a type that is
  /// declared in an extension of `A.B`, the only element is `A.B`.
  var enclosing: [String] = []
  var genericParameters: [String] = []
  /// The narrowest access level of the type and its enclosing types.
  var access = AccessLevel.internal
  var inheritedTypes: [TypeReference] = []
  /// The global actor of the type without `@`, `nonisolated` if the type is marked so, or `nil`.
  var isolation: String?
  var isGlobalActor = false
  var aliased: TypeReference?
  /// Whether this is a class that can be initialized without arguments.
  var hasPlainInitializer = false
  var module: String
  var place: SourcePlace
}
