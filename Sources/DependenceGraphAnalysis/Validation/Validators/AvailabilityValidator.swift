import DependenceGraphKernel

/// Finds received properties whose values are not available on some path from a root.
enum AvailabilityValidator {
  /// The maximum number of available values in a finding. More values would not help.
  fileprivate static let mostAvailable = 20
  /// The maximum number of available values to compare for a suggestion, the nearest first.
  fileprivate static let mostCompared = 50

  /// Returns one finding for each property, with the shortest path that lacks the value.
  static func findings(in analysis: Analysis) -> [Finding] {
    let graph = analysis.graph
    // Bit sets are fast enough to look up every value in every node.
    let none = BitSet(capacity: graph.nodes.count)
    var requiring: [Graph.Need: BitSet] = [:]
    var providing: [Graph.Need: BitSet] = [:]
    for (index, node) in graph.nodes.enumerated() {
      for (need, isOptional) in node.received where !isOptional {
        requiring[need, default: none].insert(index)
      }
      for need in node.provided { providing[need, default: none].insert(index) }
    }
    var roots: [Graph.Need: [Int]] = [:]
    for root in graph.roots {
      // A value that the root itself receives is reported by `RootValidator`.
      for need in graph.nodes[root].needs where requiring[need]?.contains(root) != true {
        roots[need, default: []].append(root)
      }
    }
    return roots.sorted { $0.key < $1.key }.flatMap { need, roots -> [Finding] in
      let (makers, takers) = (providing[need] ?? none, requiring[need] ?? none)
      let isOpen = { (node: Int) in !makers.contains(node) }
      let chains = graph.paths.shortestPaths(from: roots, isOpen: isOpen, to: takers.contains)
      var seen: Set<FileLocation> = []
      return chains.flatMap { chain -> [Finding] in
        analysis.receivers(of: need, at: chain.end).compactMap { property in
          guard !property.declaration.onlyIfAvailable,
            seen.insert(property.declaration.location).inserted
          else { return nil }
          return analysis.lack(need, property, chain)
        }
      }
    }
  }

  /// Returns a value of the same type with a similar name, or of the same name with a similar type.
  fileprivate static func nearest(to need: Graph.Need, among list: [Graph.Need]) -> Graph.Need? {
    let sameType = list.filter { $0.type == need.type }
    if let label = NearestName.nearest(to: need.label, among: sameType.map(\.label)) {
      return Graph.Need(label: label, type: need.type)
    }
    let sameLabel = list.filter { $0.label == need.label }
    let types = sameLabel.map(\.type.description)
    let type = NearestName.nearest(to: need.type.description, among: types)
    return sameLabel.first { $0.type.description == type }
  }
}

extension Analysis {
  fileprivate func lack(_ need: Graph.Need, _ property: Graph.Property, _ chain: Chain) -> Finding {
    let available = available(along: chain, limit: AvailabilityValidator.mostCompared)
    // For an optional property, a missing value may be intended.
    let isOptional = need.type.wrapped != nil
    let suggestion =
      isOptional && available.contains { $0.need == need.wrapped }
      ? need.wrapped : AvailabilityValidator.nearest(to: need, among: available.map(\.need))
    let kind = suggestion == nil ? Finding.Kind.notAvailable : .misspelled
    var finding = Finding(kind, of: property, in: graph.nodes[chain.end])
    finding.subject = need.description
    finding.chain = steps(of: chain)
    finding.available = available.prefix(AvailabilityValidator.mostAvailable).map(\.related)
    finding.suggestion = suggestion?.description
    finding.detail = isOptional ? "optional" : nil
    return finding
  }

  /// Returns the values available at the end of a chain, the nearest first. A nearer value hides
  /// equal values further up.
  fileprivate func available(along chain: Chain, limit: Int) -> [Graph.Property] {
    var seen: Set<Graph.Need> = []
    var available: [Graph.Property] = []
    for link in chain.links.reversed() {
      for (edge, property) in graph.nodes[link.node].properties.enumerated() {
        // The property that is being created is not available yet.
        guard property.isProvided, edge != link.edge, seen.insert(property.need).inserted
        else { continue }
        available.append(property)
        if available.count == limit { return available }
      }
    }
    return available
  }
}
