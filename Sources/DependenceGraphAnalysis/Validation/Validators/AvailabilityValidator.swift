import DependenceGraphKernel

/// Finds `@Received` properties whose value is missing on at least one path from a root (a type
/// that the rest of the graph is created from), because no type on that path provides it.
enum AvailabilityValidator {
  /// The maximum number of provided values that a diagnostic about a missing value lists. A longer
  /// list would not help the reader.
  fileprivate static let mostAvailable = 20
  /// The maximum number of values to compare with a missing value in order to suggest a similar
  /// one. Only values provided by the types on the path from the root are compared.
  fileprivate static let mostCompared = 50

  /// Returns a diagnostic for each `@Received` property whose value is missing. The diagnostic
  /// includes the shortest path from a root on which no type provides the value.
  static func findings(in analysis: Analysis) -> [Finding] {
    let graph = analysis.graph
    // Store sets of types as bit sets for efficiency, because the graph is searched again for each
    // value that is missing under some root.
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
      // Skip values that the root itself receives, because `RootValidator` reports them.
      for need in graph.nodes[root].needs where requiring[need]?.contains(root) != true {
        roots[need, default: []].append(root)
      }
    }
    return roots.sorted { $0.key < $1.key }.flatMap { need, roots -> [Finding] in
      let (providers, requirers) = (providing[need] ?? none, requiring[need] ?? none)
      let isOpen = { (node: Int) in !providers.contains(node) }
      let chains = graph.paths.shortestPaths(from: roots, isOpen: isOpen, to: requirers.contains)
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

  /// Returns the value in `list` that the developer probably meant instead of the missing value
  /// `need`. It has either the same type and a similar name, or the same name and a similar type.
  /// Returns `nil` if `list` contains no such value.
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
    // If the missing value's type is optional, the value may be missing on purpose, so the message
    // also suggests `onlyIfAvailable`.
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

  /// Returns up to `limit` values that the types along a path provide to the type at its end,
  /// starting with the nearest type. If several types provide a value with the same name and type,
  /// only the nearest one is included.
  fileprivate func available(along chain: Chain, limit: Int) -> [Graph.Property] {
    var seen: Set<Graph.Need> = []
    var available: [Graph.Property] = []
    for link in chain.links.reversed() {
      for (edge, property) in graph.nodes[link.node].properties.enumerated() {
        // Skip the property that the next type on the path is created for. Its value does not exist
        // yet when that type is created.
        guard property.isProvided, edge != link.edge, seen.insert(property.need).inserted
        else { continue }
        available.append(property)
        if available.count == limit { return available }
      }
    }
    return available
  }
}
