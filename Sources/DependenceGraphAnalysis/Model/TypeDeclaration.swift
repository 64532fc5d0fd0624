/// A type or an alias that source code declares, as far as other code can name it.
struct TypeDeclaration: Codable, Hashable, Sendable {
  enum Kind: UInt8, Codable, Hashable, Sendable {
    case `struct`, `class`, actor, `enum`, `protocol`, alias
    /// Of a marked one, whose `static func instantiate(…)` makes the type.
    case `extension`
  }

  /// The name with those around it: `Outer.Inner`. That of an extension is as it is written.
  var name: String
  var kind = Kind.struct
  /// The types that names inside are looked up in, the outermost first, without the type itself:
  /// `Outer` for a type that is declared inside of it, `A.B` for one in an extension of that.
  var enclosing: [String] = []
  var genericParameters: [String] = []
  /// The narrowest access of the type and those around it.
  var access = AccessLevel.internal
  var inheritedTypes: [TypeReference] = []
  /// The global actor, without `@`; "nonisolated" if it says so; nil if it says nothing.
  var isolation: String?
  var isGlobalActor = false
  var aliased: TypeReference?
  /// Of a class: whether it can be made without arguments.
  var hasPlainInitializer = false
  var module: String
  var place: SourcePlace
}
