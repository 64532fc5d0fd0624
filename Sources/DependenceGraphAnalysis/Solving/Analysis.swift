import DependenceGraphKernel

/// A scanned project, its dependency graph, and the problems found while building the graph.
struct Analysis: Sendable {
  let project: Project
  let graph: Graph
  let index: TypeIndex
  let unresolvedProperties: [GraphBuilder.UnresolvedProperty]
  /// For each type in the graph, the index of its declaration in `index.declarations`.
  private let declarations: [Int]
  /// For each type in the graph, whether it is a root (a type that the rest of the graph is created
  /// from) or is created by a root, directly or indirectly.
  let isUnderRoot: [Bool]
  /// For each type in the graph, the places in its code that read a dependency. A type's code
  /// includes its extensions, its superclasses, and those nested types that are not in the graph.
  /// It also includes the extensions of protocols that the type conforms to.
  private(set) var readsByNode: [[KeyRead]] = []

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
    unresolvedProperties = builder.unresolvedProperties
    declarations = builder.declarations
    let reads = reads(in: Set(graph.nodes.compactMap(\.createdType.nominal)))
    readsByNode = graph.nodes.map { $0.createdType.nominal.flatMap { reads[$0] } ?? [] }
  }

  func declaration(of node: Int) -> TypeIndex.Declaration { index.declarations[declarations[node]] }

  func steps(of chain: Chain) -> [Finding.Step] {
    let steps = chain.links.map { graph.nodes[$0.node].step(through: $0.edge) }
    let end = graph.nodes[chain.end]
    return steps + [Finding.Step(type: end.createdType.description, location: end.type.location)]
  }

  /// A dependency read, and a verdict that states whether its key has a live value (the value used
  /// outside of tests).
  typealias CheckedRead = (
    read: KeyRead, verdict: KeyIndex.Verdict,
    /// The reads that lead to `read`, outermost first. The first one is in the type's own code.
    /// Each of the others is in the live value that the previous one reads, and `read` is in the
    /// live value that the last one reads. Empty if `read` is in the type's own code.
    path: [KeyRead]
  )

  /// Returns, for each type in the graph, the dependency reads in the type's code, followed by those
  /// in the live values that it reads, directly or through other live values.
  func verdictsByNode() -> [[CheckedRead]] {
    let keys = KeyIndex(self)
    return readsByNode.enumerated().map { node, reads in
      var seen = Set(reads)
      var checked: [CheckedRead] = reads.map { ($0, keys.verdict(on: $0, at: node), []) }
      var next = 0
      while next < checked.count {
        let (read, verdict, path) = checked[next]
        for var inner in verdict.reads {
          inner.isConstrained = inner.isConstrained || read.isConstrained
          guard seen.insert(inner).inserted else { continue }
          checked.append((inner, keys.verdict(on: inner, at: node), path + [read]))
        }
        next += 1
      }
      return checked
    }
  }

  /// Whether `read` reads a dependency. If it uses a property wrapper with another name than
  /// `Dependency`, this name may refer to another type.
  func isDependencyRead(_ read: KeyRead) -> Bool {
    let scope = NameScope(module: read.module, file: read.location.file)
    return read.wrapper.map { isLibraryType("Dependency", named: $0, in: scope) } ?? true
  }

  /// Returns, for each of the given types, the dependency reads in the type's code.
  func reads(in types: Set<TypeName.Nominal>) -> [TypeName.Nominal: [KeyRead]] {
    var owners: [TypeName.Nominal: [TypeName.Nominal]] = [:]
    for type in types {
      for owner in index.resolver.supertypes(of: type) { owners[owner, default: []].append(type) }
    }
    var reads: [TypeName.Nominal: [KeyRead]] = [:]
    for read in project.keyReads where isDependencyRead(read) {
      let scope = NameScope(module: read.module, file: read.location.file)
      var name = read.owner[...]
      while !name.isEmpty {
        let owner = index.resolver.resolve(TypeReference(String(name)), in: scope).nominal
        if let types = owner.flatMap({ owners[$0] }) {
          for type in types { reads[type, default: []].append(read) }
          break
        }
        name = name.lastIndex(of: ".").map { name[..<$0] } ?? ""
      }
    }
    return reads
  }

  /// The type aliases for the property wrapper `Dependency` or for `DependencyValues`, except for
  /// those in the library itself. The scan skips function bodies that do not mention the library, so
  /// the analysis may miss reads in bodies that mention only such an alias.
  var dependencyAliases: [TypeDeclaration] {
    project.files.filter { !Project.libraryModules.contains($0.module) }.flatMap { file in
      file.declarations.filter { declaration in
        let scope = NameScope(module: declaration.module, file: file.path)
        return declaration.kind == .alias
          && ["Dependency", "DependencyValues"].contains {
            isLibraryType($0, named: declaration.name, in: scope)
          }
      }
    }
  }

  private func isLibraryType(_ type: String, named name: String, in scope: NameScope) -> Bool {
    let nominal = index.resolver.resolve(TypeReference(name), in: scope).nominal
    return nominal.map { $0.isOfLibrary(type) } ?? false
  }
}

extension Graph {
  /// Returns `true` if the type at `index` is a root (a type that the rest of the graph is created
  /// from).
  ///
  /// A type that is marked with `isRoot: true` is a root, unless it is a specialization such as
  /// `Box<Int>`. A type without this mark is a root if no other type creates it, and generated code
  /// can create it without values from elsewhere: it has no `@Forwarded` properties, requires no
  /// value from another type, and has no unreplaced generic parameters.
  fileprivate func isRoot(_ index: Int) -> Bool {
    let node = nodes[index]
    // If a generic type is marked as a root, only the declaration itself, such as `Box<T>`, is a
    // root. Specializations such as `Box<Int>` are not.
    if node.type.isRoot { return node.type.genericParameters.isEmpty || node.createdType.isOpen }
    return !node.createdType.isOpen
      && node.properties.allSatisfy { $0.declaration.source != .forwarded }
      && node.received.allSatisfy(\.isOptional) && parents[index].allSatisfy { $0 == index }
  }
}
