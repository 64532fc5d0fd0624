import DependenceGraphKernel
import Testing

struct PathFinderTests {
  /// A graph of six nodes. Each row contains the destinations of a node's edges, or `nil` for an
  /// edge without a destination. Nodes 0 and 1 form a cycle, two paths lead from 0 to 3, and node 4
  /// has an edge to itself.
  private let finder = PathFinder([[1, nil, 2], [3, 0], [3], [nil, 4, 4], [4], [0]])

  private func text(_ chain: Chain) -> String {
    chain.links.map { "\($0.node).\($0.edge) " }.joined() + "\(chain.end)"
  }

  @Test func `the shortest paths come first, in the order of their edges`() {
    let paths = finder.shortestPaths(from: [0], to: { [0, 2, 4].contains($0) })

    #expect(paths.map(text) == ["0", "0.2 2", "0.0 1.0 3.1 4"])
    #expect(paths.map(\.nodes) == [[0], [0, 2], [0, 1, 3, 4]])
  }

  @Test func `a path begins at the nearest start, or at the first of equally near ones`() {
    #expect(finder.shortestPaths(from: [5, 2], to: { $0 == 3 }).map(text) == ["2.0 3"])
    #expect(finder.shortestPaths(from: [2, 1], to: { $0 == 3 }).map(text) == ["2.0 3"])
    #expect(finder.shortestPaths(from: [0, 1], to: { $0 < 2 }).map(text) == ["0", "1"])
  }

  @Test func `a path leads only through open nodes`() {
    let paths = finder.shortestPaths(from: [0], isOpen: { $0 != 1 }, to: { $0 == 1 || $0 == 3 })

    #expect(paths.map(text) == ["0.2 2.0 3"])
    #expect(finder.shortestPath(from: 0, isOpen: { $0 != 3 }, to: { $0 == 4 }) == nil)
  }

  @Test func `a search for one path stops as soon as it finds the path`() {
    var asked: [Int] = []

    let path = finder.shortestPath(from: 0) { node in
      asked.append(node)
      return node == 1
    }

    #expect(path.map(text) == "0.0 1")
    #expect(asked == [0, 1])
  }

  @Test(
    arguments: [
      (0, "0.0 1.1 0"), (1, "1.1 0.0 1"), (2, nil), (4, "4.0 4"), (5, nil),
    ] as [(Int, String?)]
  )
  func `the cycle through a node is the shortest path back to it`(start: Int, cycle: String?) {
    #expect(finder.shortestCycle(through: start).map(text) == cycle)
  }
}
