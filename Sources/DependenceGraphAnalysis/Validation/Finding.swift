/// Something that keeps a graph from being built, as data.
struct Finding: Codable, Hashable, Sendable {
  enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A file cannot be read; its place has line 0.
    case unreadable
    /// A file does not parse, so that nothing is known of what it declares.
    case syntax
    /// A macro is not used as it can be read.
    case misuse
    case unfulfillable
    case ambiguous
    case endless
    case duplicate
    case notAvailable
    case misspelled
    case constantCycle
    case mixedCycle
    case receivedWhereInstantiated
    case forwardedWithoutInstantiator
    case erasedGenericMismatch
    case rootReceives
    case noRoot
    case missingLiveValue
  }

  struct Step: Codable, Hashable, Sendable {
    var type: String
    var property: String?
    var place: SourcePlace
  }

  struct Related: Codable, Hashable, Sendable {
    var name: String
    var place: SourcePlace
  }

  var kind: Kind
  var place: SourcePlace
  var owner = ""
  /// The subject: `user: User`, the name of a type or key, or the words of a problem.
  var subject = ""
  var chain: [Step] = []
  /// The values available at the end of the chain, the nearest first: `user: User`.
  var available: [Related] = []
  var suggestion: String?
  var related: [Related] = []
  /// The rest of the text: what was expected, or what is wrong.
  var detail: String?
}

extension Finding: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    left.place == right.place
      ? (left.kind.rawValue, left.subject, left.owner)
        < (right.kind.rawValue, right.subject, right.owner)
      : left.place < right.place
  }
}

extension Finding {
  static func misuse(_ subject: String, of node: Graph.Node, at place: SourcePlace? = nil)
    -> Finding
  {
    Finding(
      kind: .misuse,
      place: place ?? node.type.place,
      owner: node.made.description,
      subject: subject
    )
  }
}
