/// Something that keeps a graph from being built, as data.
package struct Finding: Codable, Hashable, Sendable {
  package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    case unreadable
    case syntax
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

  /// A link of a chain: `type` makes the next one for its `property`.
  package struct Step: Codable, Hashable, Sendable {
    package var type: String
    /// Nil at the end of the chain.
    package var property: String?
    package var place: SourcePlace

    package init(type: String, property: String? = nil, place: SourcePlace) {
      self.type = type
      self.property = property
      self.place = place
    }
  }

  /// Something else that has a part in it, and where it is.
  package struct Related: Codable, Hashable, Sendable {
    package var name: String
    package var place: SourcePlace

    package init(name: String, place: SourcePlace) {
      self.name = name
      self.place = place
    }
  }

  package var kind: Kind
  package var place: SourcePlace
  /// The type in which it stands; "" outside of any.
  package var owner: String
  /// What it is about: `user: User`, the name of a type or key, or the words of a problem.
  package var subject: String
  /// From a root, or around a cycle.
  package var chain: [Step]
  /// What is available at the end of the chain, the nearest first: `user: User`.
  package var available: [Related]
  /// What may have been meant.
  package var suggestion: String?
  package var related: [Related]
  /// What else the text needs: what was expected, or what is wrong.
  package var detail: String?

  package init(
    _ kind: Kind,
    at place: SourcePlace,
    owner: String = "",
    subject: String = "",
    chain: [Step] = [],
    available: [Related] = [],
    suggestion: String? = nil,
    related: [Related] = [],
    detail: String? = nil
  ) {
    self.kind = kind
    self.place = place
    self.owner = owner
    self.subject = subject
    self.chain = chain
    self.available = available
    self.suggestion = suggestion
    self.related = related
    self.detail = detail
  }
}

extension Finding: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.place == right.place
      ? (left.kind.rawValue, left.subject, left.owner)
        < (right.kind.rawValue, right.subject, right.owner)
      : left.place < right.place
  }
}
