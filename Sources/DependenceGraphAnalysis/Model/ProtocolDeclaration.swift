/// A protocol, with what a type has to have to conform to it.
@dynamicMemberLookup
struct ProtocolDeclaration: Codable, Hashable, Sendable {
  struct Requirement: Codable, Hashable, Sendable {
    enum Kind: UInt8, Codable, Hashable, Sendable {
      case function, property
      /// Static members, initialisers and others that no class can have without knowing more.
      case other
    }

    var kind: Kind
    var name: String
    /// The whole requirement on one line, without comments, its types replaced by holes.
    var source: String
    var types: [TypeReference] = []
    var parameters: [Initializer.Parameter] = []
    var type: TypeReference?
    var isSettable = false
    /// `throws` or `throws(E)`, as written; nil for none.
    var throwing: String?
  }

  var declaration: TypeDeclaration
  var requirements: [Requirement] = []

  subscript<Value>(dynamicMember path: KeyPath<TypeDeclaration, Value>) -> Value {
    declaration[keyPath: path]
  }
}
