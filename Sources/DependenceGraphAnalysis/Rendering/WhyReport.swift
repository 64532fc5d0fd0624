import DependenceGraphKernel

/// The output of `dependence why`, which explains why a type is created. It shows the types that
/// create the type, how the type is reached from each root (a type that the rest of the graph is
/// created from), and the type's dependencies.
struct WhyReport: Sendable {
  private let analysis: Analysis
  let nodes: [Int]

  init(_ name: String, in analysis: Analysis) throws(UnknownName) {
    let nodes = analysis.graph.nodes
    let reference = TypeReference(parsing: name) ?? TypeReference(name)
    let scope = NameScope(module: "", file: "")
    let wanted = analysis.index.resolver.candidates(for: reference, in: scope)
    // Find the types that the name passed by the user refers to. Try several rules, from the most
    // to the least specific: the name is the type itself, the type's qualified name, a type in its
    // `fulfillingAdditionalTypes:`, or the end of its qualified name.
    let tries: [(Graph.Node) -> Bool] = [
      { wanted.contains($0.createdType) },
      { $0.createdType.nominal?.name == name },
      { !Set($0.additional).isDisjoint(with: wanted) },
      { $0.createdType.nominal?.name.hasSuffix(".\(name)") == true },
    ]
    let found = tries.lazy.map { matches in nodes.indices.filter { matches(nodes[$0]) } }
    guard let first = found.first(where: { !$0.isEmpty }) else {
      throw UnknownName("@Instantiable type", name, among: analysis.index.fulfilledTypes)
    }
    self.analysis = analysis
    self.nodes = first
  }

  var text: String {
    let verdicts = analysis.verdictsByNode()
    return nodes.map { describe($0, verdicts[$0]) }.joined(separator: "\n")
  }

  private func describe(
    _ index: Int,
    _ verdicts: [Analysis.CheckedRead]
  ) -> String {
    let node = analysis.graph.nodes[index]
    let kind = analysis.graph.roots.contains(index) ? "a root" : "a type"
    var lines = ["\(node.createdType): \(kind) of \(node.type.module), \(node.type.location)"]
    func section(_ title: String, _ entries: [String]) {
      if !entries.isEmpty { lines += ["", title] + entries.map { "  \($0)" } }
    }
    section("fulfills", node.additional.map(\.description))
    section("created by", creators(of: index))
    section("paths from roots", chains(to: index))
    section("forwarded properties", node.lines { $0.source == .forwarded })
    section("received properties", node.lines { $0.source == .received })
    section("created properties", node.lines { $0.source == .instantiated })
    let optional = node.optionalNeeds.map { "\($0), if it is available" }
    let needs = node.needs.map(\.description) + optional
    section("received from above, for itself or for types that it creates", needs)
    section("dependency reads", verdicts.map(describe))
    return lines.map { "\($0.printable)\n" }.joined()
  }

  private func creators(of index: Int) -> [String] {
    analysis.graph.parents[index].flatMap { parent in
      let node = analysis.graph.nodes[parent]
      return node.properties.filter { $0.child == index }.map { property in
        let laziness = property.isConstant ? "" : ", on demand"
        let (label, location) = (property.declaration.label, property.declaration.location)
        return "\(node.createdType), as '\(label)'\(laziness), \(location)"
      }
    }
  }

  private func chains(to index: Int) -> [String] {
    let chains = analysis.graph.roots.compactMap { root in
      analysis.graph.paths.shortestPath(from: root, to: { $0 == index })
    }
    if chains.isEmpty { return ["none: no root creates it"] }
    return chains.filter { !$0.links.isEmpty }.map { chain in
      chain.nodes.map { analysis.graph.nodes[$0].createdType.description }.joined(separator: " → ")
    }
  }

  private func describe(_ checked: Analysis.CheckedRead) -> String {
    let text =
      switch checked.verdict.state {
      case .live: "has a live value"
      case .allowed: "is provided elsewhere"
      case .missing: "has no live value"
      case .unknown: "may have a live value that the scanned files do not show"
      }
    let read = checked.read
    let outer = checked.path.last.map { " in the live value of '\($0.name)'" } ?? ""
    return "\(read.name)\(outer), which \(text), \(read.location)"
  }
}

extension Graph.Node {
  fileprivate func lines(where isIncluded: (InjectedProperty) -> Bool) -> [String] {
    properties.filter { isIncluded($0.declaration) }.map { property in
      let alias = property.alias.map { ", fulfilled by '\($0)'" } ?? ""
      let optional = property.declaration.onlyIfAvailable ? ", if it is available" : ""
      return "\(property.need)\(alias)\(optional)"
    }
  }
}
