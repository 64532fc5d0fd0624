/// A scanned project, what its graph is, and what went wrong in making one.
struct Analysis: Sendable {
  let project: Project
  let graph: Graph
  let index: TypeIndex
  let flaws: [GraphBuilder.Flaw]
  /// The declaration of each node, as an index into those of `index`.
  let declarations: [Int]
  /// True for each node that is a root, or made under one.
  let isUnderRoot: [Bool]

  init(_ project: Project) {
    let builder = GraphBuilder(project)
    var graph = Graph(nodes: builder.nodes)
    graph.nodes = GraphSolver.solve(graph)
    graph.roots = graph.nodes.indices.filter(graph.isRoot)
    var isUnderRoot = graph.nodes.map { _ in false }
    for node in graph.reached(from: graph.roots) { isUnderRoot[node] = true }
    self.project = project
    self.graph = graph
    self.isUnderRoot = isUnderRoot
    index = builder.index
    flaws = builder.flaws
    declarations = builder.declarations
  }
}

extension Graph {
  /// True for a type that says so; and for one that is handed nothing, and that no other type makes.
  fileprivate func isRoot(_ index: Int) -> Bool {
    let node = nodes[index]
    // A generic root is made as it is declared, whoever makes a specialisation of it.
    if node.type.isRoot { return node.type.genericParameters.isEmpty || node.made.isOpen }
    return !node.made.isOpen && node.properties.allSatisfy { $0.declaration.source != .forwarded }
      && node.received.allSatisfy(\.isOptional) && parents[index].allSatisfy { $0 == index }
  }
}
