/// Edges that lead from one node of a graph to another.
package struct Chain: Sendable {
  package typealias Link = (node: Int, edge: Int)

  package var links: [Link]
  package var end: Int

  package init(links: [Link], end: Int) {
    (self.links, self.end) = (links, end)
  }

  package var nodes: [Int] { links.map(\.node) + [end] }
}

/// Finds the shortest paths of a graph.
package struct PathFinder: Sendable {
  private let edges: [[Int?]]

  /// - Parameter edges: For each node the ends of its edges, by their number; nil for none.
  package init(_ edges: [[Int?]]) { self.edges = edges }

  /// The shortest path from any of `starts` to each node that `isEnd` accepts, the shortest first;
  /// among equals, the one whose start comes first, and whose edges come first.
  package func shortestPaths(
    from starts: [Int],
    isOpen: (Int) -> Bool = { _ in true },
    to isEnd: (Int) -> Bool,
    onlyFirst: Bool = false
  ) -> [Chain] {
    var cameFrom = [Chain.Link?](repeating: nil, count: edges.count)
    var isSeen = [Bool](repeating: false, count: edges.count)
    for start in starts { isSeen[start] = true }
    var queue = starts
    var next = 0
    var paths: [Chain] = []
    while next < queue.count {
      let node = queue[next]
      next += 1
      if isEnd(node) {
        var links: [Chain.Link] = []
        while let link = cameFrom[links.last?.node ?? node] { links.append(link) }
        paths.append(Chain(links: links.reversed(), end: node))
        if onlyFirst { break }
      }
      for (edge, end) in edges[node].enumerated() {
        guard let end, !isSeen[end], isOpen(end) else { continue }
        isSeen[end] = true
        cameFrom[end] = (node, edge)
        queue.append(end)
      }
    }
    return paths
  }

  package func shortestPath(
    from start: Int,
    isOpen: (Int) -> Bool = { _ in true },
    to isEnd: (Int) -> Bool
  ) -> Chain? { shortestPaths(from: [start], isOpen: isOpen, to: isEnd, onlyFirst: true).first }

  /// The shortest path from a node back to it.
  package func shortestCycle(through start: Int) -> Chain? {
    shortestPath(from: start, to: { edges[$0].contains(start) }).map { path in
      let edge = edges[path.end].firstIndex(of: start)!
      return Chain(links: path.links + [(path.end, edge)], end: start)
    }
  }
}
