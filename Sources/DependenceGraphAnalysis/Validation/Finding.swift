/// A diagnostic about a dependency graph. It stores the parts of its message, which the property
/// `message` combines into text.
struct Finding: Codable, Hashable, Sendable {
  enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
    /// A file that cannot be read. The location has the line number 0 if the problem is not at a
    /// specific line.
    case unreadable
    /// A syntax error in a file. The graph is then neither validated nor used to generate code.
    case syntax
    /// An unsupported use of a macro, or one whose generated code would not compile, for example
    /// because of isolation or access levels.
    case misuse
    case unfulfillable, ambiguous, endless, duplicate, notAvailable, misspelled
    case constantCycle, siblingCycle, receivedWhereInstantiated, forwardedWithoutInstantiator
    case erasedGenericMismatch, rootReceives, notUnderRoot, missingLiveValue
  }

  struct Step: Codable, Hashable, Sendable {
    var type: String
    var property: String?
    var location: FileLocation
  }

  struct Related: Codable, Hashable, Sendable {
    var name: String
    var location: FileLocation
  }

  var kind: Kind
  var location: FileLocation
  var owner = ""
  /// The property, type, or key that the message is about, such as `user: User`. For some kinds of
  /// diagnostics, this is the entire message.
  var subject = ""
  var chain: [Step] = []
  /// The values, such as `user: User`, that are provided to the last type in `chain` (a path on
  /// which each type creates the next) by the other types in it. The values of the nearest types
  /// come first.
  var available: [Related] = []
  var suggestion: String?
  var related: [Related] = []
  /// Additional text for the message. Its meaning depends on `kind`: for `missingLiveValue`, for
  /// example, it is the name of the key.
  var detail: String?

  /// Whether part of the project could not be read or parsed. If so, the graph is incomplete.
  var isFatal: Bool { kind == .unreadable || kind == .syntax }
}

extension Finding: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    (left.location, left.kind.rawValue, left.subject, left.owner)
      < (right.location, right.kind.rawValue, right.subject, right.owner)
  }
}

extension Graph {
  /// Applies `rule` to every property of every type in the graph, and returns the resulting
  /// diagnostics.
  func findings(_ rule: (Node, Property) -> Finding?) -> [Finding] {
    nodes.flatMap { node in node.properties.compactMap { rule(node, $0) } }
  }
}

extension Graph.Property {
  var related: Finding.Related { .init(name: need.description, location: declaration.location) }
}

extension Graph.Node {
  var related: Finding.Related { .init(name: createdType.description, location: type.location) }

  func step(through property: Int) -> Finding.Step {
    let declaration = properties[property].declaration
    let (label, location) = (declaration.label, declaration.location)
    return Finding.Step(type: createdType.description, property: label, location: location)
  }
}

extension Finding {
  init(_ kind: Kind, of property: Graph.Property, in node: Graph.Node) {
    self.init(
      kind: kind,
      location: property.declaration.location,
      owner: node.createdType.description
    )
    subject = property.need.description
  }

  init(_ kind: Kind, around steps: [Step]) {
    self.init(kind: kind, location: steps[0].location, owner: steps[0].type, chain: steps)
    subject = steps[0].property ?? ""
  }

  static func unreadable(_ path: String, _ message: String) -> Self {
    Self(
      kind: .unreadable,
      location: FileLocation(file: path, line: 0, column: 0),
      subject: message
    )
  }

  static func misuse(_ subject: String, of node: Graph.Node, at location: FileLocation? = nil)
    -> Self
  {
    let owner = node.createdType.description
    return Self(
      kind: .misuse,
      location: location ?? node.type.location,
      owner: owner,
      subject: subject
    )
  }
}
