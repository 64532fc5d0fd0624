/// What a type receives and no chain, or not every chain, that leads to it hands down.
enum AvailabilityValidator {
  /// One finding for each property that wants something, with the shortest of the chains that lack
  /// it.
  static func findings(in analysis: Analysis) -> [Finding] {
    let graph = analysis.graph
    var shortest: [SourcePlace: (chain: Chain, need: Graph.Need, property: Graph.Property)] = [:]
    for root in graph.roots {
      // What the root itself receives is a finding of its own.
      let own = Set(graph.nodes[root].received.filter { !$0.isOptional }.map(\.need))
      for need in graph.nodes[root].needs where !own.contains(need) {
        let chains = graph.shortestChains(
          from: root,
          isOpen: { !graph.nodes[$0].provides(need) },
          to: { analysis.requires(need, at: $0) }
        )
        for chain in chains {
          for property in analysis.receivers(of: need, at: chain.end)
          where !property.declaration.onlyIfAvailable {
            let place = property.declaration.place
            if chain.links.count < shortest[place]?.chain.links.count ?? .max {
              shortest[place] = (chain, need, property)
            }
          }
        }
      }
    }
    return shortest.sorted { $0.key < $1.key }.map { _, found in
      finding(found.chain, found.need, found.property, in: analysis)
    }
  }

  private static func finding(
    _ chain: Chain,
    _ need: Graph.Need,
    _ property: Graph.Property,
    in analysis: Analysis
  ) -> Finding {
    let available = analysis.available(along: chain)
    let suggestion = nearest(to: need, among: available.map(\.need))
    return Finding(
      suggestion == nil ? .notAvailable : .misspelled,
      at: property.declaration.place,
      owner: analysis.graph.nodes[chain.end].made.description,
      subject: need.description,
      chain: analysis.steps(of: chain),
      available: available.map { .init(name: $0.need.description, place: $0.place) },
      suggestion: suggestion?.description
    )
  }

  /// Something of the same type under a name like it, or of the same name and a type like it.
  private static func nearest(to need: Graph.Need, among list: [Graph.Need]) -> Graph.Need? {
    let sameType = list.filter { $0.type == need.type }
    if let label = NearestName.nearest(to: need.label, among: sameType.map(\.label)) {
      return Graph.Need(label: label, type: need.type)
    }
    let sameLabel = list.filter { $0.label == need.label }
    let types = sameLabel.map(\.type.description)
    if let type = NearestName.nearest(to: need.type.description, among: types) {
      return sameLabel.first { $0.type.description == type }
    }
    return nil
  }
}

extension Analysis {
  /// Whether a node wants a need itself, and cannot do without.
  fileprivate func requires(_ need: Graph.Need, at node: Int) -> Bool {
    graph.nodes[node].received.contains { !$0.isOptional && $0.need == need }
  }

  /// What is handed down to the end of a chain, the nearest first; what is hidden by something nearer
  /// is left out.
  fileprivate func available(along chain: Chain) -> [(need: Graph.Need, place: SourcePlace)] {
    var seen: Set<Graph.Need> = []
    return chain.links.reversed().flatMap { link in
      graph.nodes[link.node].properties.enumerated().compactMap { place, property in
        // What is being made is not there yet.
        guard property.isProvided, place != link.property, seen.insert(property.need).inserted
        else { return nil }
        return (property.need, property.declaration.place)
      }
    }
  }
}
