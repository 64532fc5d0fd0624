/// A path through a directed graph. Each link stores a node's index and the index of the outgoing
/// edge that leads to the next node. The last node is stored separately, as `end`.
package struct Chain: Sendable {
  package typealias Link = (node: Int, edge: Int)

  package var links: [Link]
  package var end: Int

  package init(links: [Link], end: Int) {
    (self.links, self.end) = (links, end)
  }

  package var nodes: [Int] { links.map(\.node) + [end] }
}

/// A breadth-first search for shortest paths in a directed graph.
package struct PathFinder: Sendable {
  private let edges: [[Int?]]

  /// Creates a path finder for a graph. For each outgoing edge of `node`, `edges[node]` contains
  /// the index of the node that the edge leads to, or `nil` if it leads to no node in the graph.
  package init(_ edges: [[Int?]]) { self.edges = edges }

  /// Returns the shortest path from a node in `starts` to each node that satisfies `isEnd`, if
  /// there is one. All nodes on a path except the first satisfy `isOpen`.
  ///
  /// The paths are sorted by length, then by the position of their first node in `starts`, and then
  /// by the indices of their edges. If `onlyFirst` is `true`, only the first path is returned.
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

  /// Returns the shortest cycle through `start`, as a path that starts and ends at `start`, or
  /// `nil` if there is no such cycle.
  package func shortestCycle(through start: Int) -> Chain? {
    shortestPath(from: start, to: { edges[$0].contains(start) }).map { path in
      let edge = edges[path.end].firstIndex(of: start)!
      return Chain(links: path.links + [(path.end, edge)], end: start)
    }
  }
}
