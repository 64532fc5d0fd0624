/// How a type comes to be made: the properties from a root to it.
package struct Chain: Hashable, Sendable {
  package struct Link: Hashable, Sendable {
    package var node: Int
    /// The property of `node` that makes the next one.
    package var property: Int
  }

  package var links: [Link]
  package var end: Int

  /// Every node of the chain, from its root to its end.
  package var nodes: [Int] { links.map(\.node) + [end] }
}

extension Graph {
  /// The shortest chain from any of `starts` to each node that `isEnd` accepts, the shortest first;
  /// among equals, the one whose start comes first, and whose properties are declared first.
  ///
  /// - Parameter isOpen: Whether a chain may lead through, or end in, a node.
  /// - Complexity: Linear in nodes, edges and the lengths of the chains, however many starts there
  ///   are.
  func shortestChains(
    from starts: [Int],
    isOpen: (Int) -> Bool = { _ in true },
    to isEnd: (Int) -> Bool,
    onlyFirst: Bool = false
  ) -> [Chain] {
    var cameFrom = [Chain.Link?](repeating: nil, count: nodes.count)
    var isSeen = [Bool](repeating: false, count: nodes.count)
    for start in starts { isSeen[start] = true }
    var queue = starts
    var next = 0
    var chains: [Chain] = []
    while next < queue.count {
      let node = queue[next]
      next += 1
      if isEnd(node) {
        var links: [Chain.Link] = []
        var place = node
        while let link = cameFrom[place] {
          links.append(link)
          place = link.node
        }
        chains.append(Chain(links: links.reversed(), end: node))
        if onlyFirst { break }
      }
      for (place, property) in nodes[node].properties.enumerated() {
        guard let child = property.child, !isSeen[child], isOpen(child) else { continue }
        isSeen[child] = true
        cameFrom[child] = Chain.Link(node: node, property: place)
        queue.append(child)
      }
    }
    return chains
  }

  /// The first of ``shortestChains(from:isOpen:to:onlyFirst:)``.
  func shortestChain(
    from start: Int,
    isOpen: (Int) -> Bool = { _ in true },
    to isEnd: (Int) -> Bool
  ) -> Chain? {
    shortestChains(from: [start], isOpen: isOpen, to: isEnd, onlyFirst: true).first
  }
}
