/// Returns the strongly connected components of a graph, computed with Tarjan's algorithm. The
/// components are in reverse topological order: each component comes after all other components
/// that are reachable from it.
///
/// `successors[node]` contains the targets of the node's outgoing edges.
package func stronglyConnectedComponents(of successors: [[Int]]) -> [[Int]] {
  var components: [[Int]] = []
  var order = Array(repeating: -1, count: successors.count)
  var lowest = order
  var isOpen = Array(repeating: false, count: successors.count)
  var open: [Int] = []
  var count = 0
  var calls: [(node: Int, next: Int)] = []

  func enter(_ node: Int) {
    order[node] = count
    lowest[node] = count
    count += 1
    open.append(node)
    isOpen[node] = true
    calls.append((node, 0))
  }

  for start in successors.indices where order[start] < 0 {
    enter(start)
    while let (node, next) = calls.last {
      if next < successors[node].count {
        calls[calls.count - 1].next += 1
        let successor = successors[node][next]
        if order[successor] < 0 {
          enter(successor)
        } else if isOpen[successor] {
          lowest[node] = min(lowest[node], order[successor])
        }
        continue
      }
      calls.removeLast()
      if let parent = calls.last?.node { lowest[parent] = min(lowest[parent], lowest[node]) }
      guard lowest[node] == order[node] else { continue }
      var component: [Int] = []
      repeat {
        component.append(open.removeLast())
        isOpen[component.last!] = false
      } while component.last != node
      components.append(component.sorted())
    }
  }
  return components
}

/// Returns an array that maps each node of a graph to the index of its component in `components`.
package func componentNumbers(of components: [[Int]]) -> [Int] {
  var numbers = Array(repeating: 0, count: components.reduce(0) { $0 + $1.count })
  for (number, members) in components.enumerated() {
    for member in members { numbers[member] = number }
  }
  return numbers
}
