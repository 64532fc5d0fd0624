@dynamicMemberLookup
struct ProtocolDeclaration: Codable, Hashable, Sendable {
  struct Requirement: Codable, Hashable, Sendable {
    enum Kind: UInt8, Codable, Hashable, Sendable {
      case function, property
      /// A static member, an initializer, or another requirement that no double can implement.
      case other
    }

    var kind: Kind
    var name: String
    /// The source of the requirement on one line, without comments and with placeholders for types.
    var source: String
    var types: [TypeReference] = []
    var parameters: [Initializer.Parameter] = []
    var type: TypeReference?
    var isSettable = false
    /// The `throws` or `throws(E)` clause as written, or `nil` if the requirement does not throw.
    var throwing: String?
  }

  var declaration: TypeDeclaration
  var requirements: [Requirement] = []

  subscript<Value>(dynamicMember path: KeyPath<TypeDeclaration, Value>) -> Value {
    declaration[keyPath: path]
  }
}
