/// A graph in the form in which it is written as JSON. Its fields are what other tools may rely on.
package struct GraphDocument: Codable, Hashable, Sendable {
  package struct Property: Codable, Hashable, Sendable {
    package var label: String
    package var type: String
    /// `instantiated`, `forwarded` or `received`.
    package var source: String
    /// Whether an instantiator makes it, later.
    package var isLazy: Bool
    package var isOptional: Bool
    /// What makes it; nil for what is not instantiated.
    package var madeBy: String?
    /// The other property that it stands for.
    package var alias: String?
    package var place: SourcePlace
  }

  package struct Read: Codable, Hashable, Sendable {
    /// `\.client` or `ClientKey`.
    package var key: String
    /// `live`, `missing`, `allowed` to be missing, or `unknown` where the key is declared beyond what
    /// was scanned.
    package var liveValue: String
    package var place: SourcePlace
  }

  package struct Node: Codable, Hashable, Sendable {
    package var name: String
    package var module: String
    package var isRoot: Bool
    package var fulfils: [String]
    package var properties: [Property]
    /// What it has to be handed, itself or for what it makes.
    package var needs: [String]
    package var optionalNeeds: [String]
    package var reads: [Read]
    package var place: SourcePlace
  }

  package var roots: [String]
  package var types: [Node]
  package var findings: [Message]

  /// A finding, with its text.
  package struct Message: Codable, Hashable, Sendable {
    package var message: String
    package var notes: [Finding.Related]
    package var finding: Finding
  }
}

extension GraphDocument {
  package init(_ analysis: Analysis, findings: [Finding]) {
    let nodes = analysis.graph.nodes
    let keys = KeyIndex(analysis.project)
    let reads = analysis.readsByNode
    let isRoot = Set(analysis.graph.roots)
    roots = analysis.graph.roots.map { nodes[$0].made.description }
    types = nodes.enumerated().map { index, node in
      Node(
        name: node.made.description,
        module: node.type.module,
        isRoot: isRoot.contains(index),
        fulfils: node.type.additionalTypes.map(\.description),
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
    type = declaration.type.description
    source = "\(declaration.source)"
    isLazy = !declaration.isConstant
    isOptional = declaration.onlyIfAvailable
    madeBy = property.child.map { nodes[$0].made.description }
    alias = declaration.alias.map { "\($0.label): \($0.type)" }
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
  /// What the code names: a property or a key.
  package var name: String { property.map { "\\.\($0)" } ?? key ?? "" }
}
