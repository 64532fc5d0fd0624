extension GraphPicture {
  private static let mostOfOverview = 40

  /// Assigns each type to a box in the diagram of a graph that has too many types to draw
  /// individually.
  ///
  /// The types that create the most other types, directly or indirectly, get their own boxes. Each
  /// of the remaining types is merged into the box of a type that creates it directly or
  /// indirectly, or into a common box.
  static func overview(of types: Set<Int>, _ graph: Graph) -> [Int: Item] {
    // Assign each type only to the first type that creates it. This turns the graph into a forest,
    // so that the types below each type can be counted.
    var below = graph.nodes.map { _ in [Int]() }
    var tops: [Int] = []
    var order: [Int] = []
    var seen: Set<Int> = []
    for start in graph.roots + types.sorted()
    where types.contains(start) && seen.insert(start).inserted {
      tops.append(start)
      var next = order.count
      order.append(start)
      while next < order.count {
        let node = order[next]
        below[node] = graph.children[node].filter { types.contains($0) && seen.insert($0).inserted }
        order += below[node]
        next += 1
      }
    }
    var sizes = below.map(\.count)
    for node in order.reversed() { for child in below[node] { sizes[node] += sizes[child] } }
    var standIns: [Int: Item] = [:]
    var candidates = tops
    while standIns.count < mostOfOverview,
      let index = candidates.indices.max(by: { sizes[candidates[$0]] < sizes[candidates[$1]] })
    {
      let best = candidates.remove(at: index)
      standIns[best] = .node(best)
      candidates += below[best]
    }
    for top in tops where standIns[top] == nil { standIns[top] = .others }
    for node in order {
      for child in below[node] where standIns[child] == nil { standIns[child] = standIns[node] }
    }
    return standIns
  }
}
