import DependenceGraphKernel

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

  func steps(of chain: Chain) -> [Finding.Step] {
    let steps = chain.links.map { graph.nodes[$0.node].step(through: $0.edge) }
    let end = graph.nodes[chain.end]
    return steps + [Finding.Step(type: end.made.description, place: end.type.place)]
  }

  /// The reads in each node, its extensions, and types inside that are no nodes themselves.
  var readsByNode: [[KeyRead]] {
    var owners: [TypeName.Nominal: [Int]] = [:]
    for (place, node) in graph.nodes.enumerated() {
      node.made.nominal.map { owners[$0, default: []].append(place) }
    }
    var reads = Array(repeating: [KeyRead](), count: graph.nodes.count)
    for read in project.keyReads {
      let scope = NameScope(module: read.module, file: read.place.file)
      var name = read.owner[...]
      while !name.isEmpty {
        let owner = index.resolver.resolve(TypeReference(String(name)), in: scope).nominal
        if let nodes = owner.flatMap({ owners[$0] }) {
          for node in nodes { reads[node].append(read) }
          break
        }
        name = name.lastIndex(of: ".").map { name[..<$0] } ?? ""
      }
    }
    return reads
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
