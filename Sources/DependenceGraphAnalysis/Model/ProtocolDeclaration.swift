/// A protocol declaration with its requirements, used to generate a test double.
@dynamicMemberLookup
struct ProtocolDeclaration: Codable, Hashable, Sendable {
  struct Requirement: Codable, Hashable, Sendable {
    enum Kind: UInt8, Codable, Hashable, Sendable {
      case function, property
      /// A static member, an initializer, or another requirement that generated test doubles cannot
      /// implement.
      case other
    }

    var kind: Kind
    var name: String
    /// The requirement's source code on a single line, without comments. Each type in it is
    /// replaced by a placeholder character and stored in `types`.
    var source: String
    var types: [TypeReference] = []
    var parameters: [Initializer.Parameter] = []
    var type: TypeReference?
    var isSettable = false
    var isAsync = false
    /// The `throws` or `throws(E)` clause, or `nil` if the requirement does not throw.
    var throwing: String?
  }

  var declaration: TypeDeclaration
  var requirements: [Requirement] = []

  subscript<Value>(dynamicMember path: KeyPath<TypeDeclaration, Value>) -> Value {
    declaration[keyPath: path]
  }
}

extension ProtocolDeclaration.Requirement: CustomStringConvertible {
  /// The requirement's source code on a single line.
  var description: String { source.filling(types.map(\.description)) { text, _ in text } }
}
