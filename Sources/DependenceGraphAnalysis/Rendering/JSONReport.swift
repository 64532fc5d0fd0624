import Foundation

/// Renders a dependency graph and its diagnostics as JSON for other tools.
enum JSONReport {
  static func render(_ analysis: Analysis, findings: [Finding]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try! encoder.encode(GraphDocument(analysis, findings: findings))
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

/// The JSON representation of a dependency graph. Other tools depend on the names of its fields, so
/// do not rename them.
struct GraphDocument: Codable, Hashable, Sendable {
  struct Property: Codable, Hashable, Sendable {
    var label: String
    var type: String
    var source: String
    var isLazy: Bool
    var isOptional: Bool
    var madeBy: String?
    var alias: String?
    var location: FileLocation
  }

  struct Read: Codable, Hashable, Sendable {
    /// The property or key being read, such as `\.client` or `ClientKey`.
    var key: String
    /// Whether the key has a live value (the value used outside of tests): `live` or `missing`. The
    /// value is `unknown` if the scanned files do not show this, and `allowed` if there may be none
    /// but a comment in the code permits this.
    var liveValue: String
    var location: FileLocation
  }

  struct Node: Codable, Hashable, Sendable {
    var name: String
    var module: String
    var isRoot: Bool
    var fulfils: [String]
    var properties: [Property]
    /// The values, such as `user: User`, that must be passed to create an instance because the type
    /// itself, or a type that it creates, receives them.
    var needs: [String]
    var optionalNeeds: [String]
    var reads: [Read]
    var location: FileLocation
  }

  var roots: [String]
  var types: [Node]
  var findings: [Message]

  struct Message: Codable, Hashable, Sendable {
    var message: String
    var notes: [Finding.Related]
    var finding: Finding
  }

  init(_ analysis: Analysis, findings: [Finding]) {
    let nodes = analysis.graph.nodes
    let verdicts = analysis.verdictsByNode()
    let isRoot = Set(analysis.graph.roots)
    roots = analysis.graph.roots.map { nodes[$0].createdType.description }
    types = nodes.enumerated().map { index, node in
      Node(
        name: node.createdType.description,
        module: node.type.module,
        isRoot: isRoot.contains(index),
        fulfils: node.additional.map(\.description),
        properties: node.properties.map { property in
          Property(
            label: property.declaration.label,
            type: property.type.description,
            source: "\(property.declaration.source)",
            isLazy: !property.isConstant,
            isOptional: property.declaration.onlyIfAvailable,
            madeBy: property.child.map { nodes[$0].createdType.description },
            alias: property.alias?.description,
            location: property.declaration.location
          )
        },
        needs: node.needs.map(\.description),
        optionalNeeds: node.optionalNeeds.map(\.description),
        reads: verdicts[index].map { read, verdict, _ in
          Read(key: read.name, liveValue: verdict.state.rawValue, location: read.location)
        },
        location: node.type.location
      )
    }
    self.findings = findings.map { Message(message: $0.message, notes: $0.notes, finding: $0) }
  }
}
