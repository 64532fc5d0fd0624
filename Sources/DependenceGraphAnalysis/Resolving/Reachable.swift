/// Returns all nodes that can be reached from `starts`, including `starts`, in depth-first order.
///
/// - Parameter next: A closure that returns the nodes that a node leads to directly.
func reachable<Node: Hashable>(from starts: [Node], by next: (Node) -> [Node]) -> [Node] {
  var found: [Node] = []
  var seen: Set<Node> = []
  var pending = Array(starts.reversed())
  while let node = pending.popLast() {
    guard seen.insert(node).inserted else { continue }
    found.append(node)
    pending += next(node).reversed()
  }
  return found
}
