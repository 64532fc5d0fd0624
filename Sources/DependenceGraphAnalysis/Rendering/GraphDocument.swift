/// A graph in the form in which it is written as JSON. Its fields are what other tools may rely on.
struct GraphDocument: Codable, Hashable, Sendable {
  struct Property: Codable, Hashable, Sendable {
    var label: String
    var type: String
    var source: String
    var isLazy: Bool
    var isOptional: Bool
    var madeBy: String?
    var alias: String?
    var place: SourcePlace
  }

  struct Read: Codable, Hashable, Sendable {
    /// `\.client` or `ClientKey`.
    var key: String
    /// `live`, `missing`, `allowed` to be missing, or `unknown` of a key that was not scanned.
    var liveValue: String
    var place: SourcePlace
  }

  struct Node: Codable, Hashable, Sendable {
    var name: String
    var module: String
    var isRoot: Bool
    var fulfils: [String]
    var properties: [Property]
    /// The properties that it has to be handed, itself or for what it makes.
    var needs: [String]
    var optionalNeeds: [String]
    var reads: [Read]
    var place: SourcePlace
  }

  var roots: [String]
  var types: [Node]
  var findings: [Message]

  struct Message: Codable, Hashable, Sendable {
    var message: String
    var notes: [Finding.Related]
    var finding: Finding
  }
}

extension GraphDocument {
  init(_ analysis: Analysis, findings: [Finding]) {
    let nodes = analysis.graph.nodes
    let keys = KeyIndex(analysis)
    let reads = analysis.readsByNode
    let isRoot = Set(analysis.graph.roots)
    roots = analysis.graph.roots.map { nodes[$0].made.description }
    types = nodes.enumerated().map { index, node in
      Node(
        name: node.made.description,
        module: node.type.module,
        isRoot: isRoot.contains(index),
        fulfils: node.additional.map(\.description),
        properties: node.properties.map { Property($0, in: nodes) },
        needs: node.needs.map(\.description),
        optionalNeeds: node.optionalNeeds.map(\.description),
        reads: reads[index].map { Read($0, keys.verdict(on: $0)) },
        place: node.type.place
      )
    }
    self.findings = findings.map { finding in
      Message(message: finding.message, notes: finding.notes, finding: finding)
    }
  }
}

extension GraphDocument.Property {
  init(_ property: Graph.Property, in nodes: [Graph.Node]) {
    let declaration = property.declaration
    label = declaration.label
    type = property.type.description
    source = "\(declaration.source)"
    isLazy = !property.isConstant
    isOptional = declaration.onlyIfAvailable
    madeBy = property.child.map { nodes[$0].made.description }
    alias = property.alias?.description
    place = declaration.place
  }
}

extension GraphDocument.Read {
  init(_ read: KeyRead, _ verdict: KeyIndex.Verdict) {
    key = read.name
    liveValue =
      switch verdict {
      case .live: "live"
      case .missing: read.allowsMissingLive ? "allowed" : "missing"
      case .unknown: "unknown"
      }
    place = read.place
  }
}

extension KeyRead {
  var name: String { property.map { "\\.\($0)" } ?? key ?? "" }
}
