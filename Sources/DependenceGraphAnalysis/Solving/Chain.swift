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
  /// The shortest chain from `start` to a node that `isEnd` accepts; among equals, the one whose
  /// properties are declared first.
  ///
  /// - Parameter isOpen: Whether a chain may lead through, or end in, a node.
  /// - Complexity: Linear in nodes and edges.
  func shortestChain(
    from start: Int,
    isOpen: (Int) -> Bool = { _ in true },
    to isEnd: (Int) -> Bool
  ) -> Chain? {
    var cameFrom: [Int: Chain.Link] = [:]
    var seen: Set<Int> = [start]
    var queue = [start]
    var next = 0
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
        return Chain(links: links.reversed(), end: node)
      }
      for (place, property) in nodes[node].properties.enumerated() {
        guard let child = property.child, isOpen(child), seen.insert(child).inserted else {
          continue
        }
        cameFrom[child] = Chain.Link(node: node, property: place)
        queue.append(child)
      }
    }
    return nil
  }
}
