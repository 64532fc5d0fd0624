/// A scanned project, what its graph is, and what went wrong in making one.
package struct Analysis: Sendable {
  package let project: Project
  package let graph: Graph
  let index: TypeIndex
  let flaws: [GraphBuilder.Flaw]
  /// For each node, those that make it, in ascending order.
  let parents: [[Int]]
  /// The declaration of each node, as an index into `index.types`.
  let declarations: [Int]

  /// Builds and solves a project's graph.
  ///
  /// - Complexity: Linear in declarations and edges; what is handed down a cycle is looked at again
  ///   once for each thing that is handed down.
  package init(_ project: Project) {
    let builder = GraphBuilder(project)
    var parents = Array(repeating: [Int](), count: builder.nodes.count)
    for (node, properties) in builder.nodes.map(\.properties).enumerated() {
      for child in properties.compactMap(\.child) where parents[child].last != node {
        parents[child].append(node)
      }
    }
    self.project = project
    index = builder.index
    flaws = builder.flaws
    declarations = builder.declarations
    self.parents = parents
    let nodes = GraphSolver.solve(builder.nodes)
    graph = Graph(nodes: nodes, roots: Self.roots(of: nodes, parents: parents))
  }

  /// Types that say so; and those that are handed nothing, and that no other type makes.
  private static func roots(of nodes: [Graph.Node], parents: [[Int]]) -> [Int] {
    nodes.indices.filter { index in
      let node = nodes[index]
      if node.type.isRoot { return true }
      return node.type.genericParameters.isEmpty
        && node.properties.allSatisfy { $0.declaration.source != .forwarded }
        && node.received.allSatisfy(\.isOptional)
        && parents[index].allSatisfy { $0 == index }
    }
  }

  /// Whether each node is a root, or made under one.
  var isUnderRoot: [Bool] {
    var isUnderRoot = Array(repeating: false, count: graph.nodes.count)
    var pending = graph.roots
    while let node = pending.popLast() {
      guard !isUnderRoot[node] else { continue }
      isUnderRoot[node] = true
      pending += graph.nodes[node].properties.compactMap(\.child)
    }
    return isUnderRoot
  }
}
