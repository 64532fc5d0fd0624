/// Generates the code that creates a root (a type that the rest of the graph is created from): an
/// initializer for the app and a static function for tests.
struct RootSource {
  private let live: Assembly
  let test: Assembly
  private let node: Graph.Node

  init(root: Int, of graph: Graph, doubles: Doubles) {
    live = Assembly(graph: graph, root: root)
    test = Assembly(graph: graph, root: root, doubles: doubles)
    node = graph.nodes[root]
  }

  var nodes: [Int] { ([live.root] + live.nodes).sorted() }

  func write(into writer: inout SourceWriter) {
    // An extension of a generic type must be written without generic parameters, as `extension Box`
    // instead of `extension Box<T>`.
    let type =
      (node.createdType.isOpen ? node.createdType.nominal?.source(isConstraint: true) : nil)
      ?? node.createdType.source
    writer.line()
    if node.isAssembled {
      writer.line("// MARK: - \(node.createdType)")
      writer.line()
      writer.block("extension \(type)") { writeInitializer(into: &$0) }
      writer.line()
    }
    writer.block("extension \(type)") { writer in
      writeOverrides(into: &writer)
      writer.line()
      writeTest(into: &writer)
    }
  }

  private func writeInitializer(into writer: inout SourceWriter) {
    let access = node.type.access >= .package ? "\(min(node.type.access, .public)) " : ""
    let convenience = node.type.kind == .class ? "convenience " : ""
    writer.line("/// Creates this root and all of its dependencies.")
    let parameters = parameters(of: live).joined(separator: ", ")
    writer.block("\(isolation)\(access)\(convenience)init(\(parameters))") {
      live.writeFunctions(into: &$0)
      let arguments = live.writeValues(of: live.root, isRoot: true, into: &$0)
      $0.line("self.init(\(arguments))")
    }
  }

  private func parameters(of assembly: Assembly) -> [String] {
    node.forwarded.map {
      parameter($0.declaration.label, assembly.names.variable($0.need), $0.type)
    }
  }

  private func parameter(_ label: String, _ variable: String, _ type: TypeName) -> String {
    let head = variable == label.variableName ? variable : "\(label.argumentName) \(variable)"
    return "\(head): \(type.parameterSource)"
  }

  private var isolation: String {
    // Functions in an extension of the root's type are isolated to the type's global actor, if it
    // has one, without an attribute. The isolation may instead come from the root's initializer or,
    // if that has none, from a type that the root creates. In these cases, the functions need an
    // attribute.
    let isOfType = node.type.initializer?.isolation.isEmpty ?? true
    if node.isolation != nil, isOfType { return "" }
    let actor = node.isolation ?? live.nodes.compactMap { live.graph.nodes[$0].isolation }.first
    return actor.map { "@\($0.nominal?.source(isConstraint: true) ?? $0.source) " } ?? ""
  }

  private func edges(where isIncluded: (Doubles.Replacement) -> Bool) -> [Assembly.Edge] {
    var seen: Set<Graph.Need> = []
    return test.edges.filter { edge in
      isIncluded(test.doubles?.replacement(for: edge, of: test.graph) ?? .none)
        && seen.insert(edge.need).inserted
    }
  }

  private func writeOverrides(into writer: inout SourceWriter) {
    writer.line("/// Values with which a test can replace dependencies of this root.")
    // The generated type `TestOverrides` stores the overrides. If code that can run on any thread
    // reads them, declare the type `@unchecked Sendable`. This is safe because the overrides never
    // change after the test sets them.
    let isShared = !test.sendableEdges.isEmpty
    let (prefix, suffix) = isShared ? ("nonisolated ", ": @unchecked Sendable") : ("", "")
    writer.block("\(prefix)struct TestOverrides\(suffix)") { writer in
      for edge in edges(where: { $0 != .required }) {
        writer.line("var \(test.override(of: edge)): \(edge.type.optionalSource)")
      }
    }
  }

  private func writeTest(into writer: inout SourceWriter) {
    let required = edges { $0 == .required }.map {
      parameter(test.override(of: $0), test.names.variable($0.need), $0.type)
    }
    writer.line(
      "/// Creates this root for a test. Dependencies that the test does not override are"
    )
    writer.line(
      "/// unimplemented doubles if their type is a protocol, and real instances otherwise."
    )
    writer.line("\(isolation)static func test(")
    for parameter in parameters(of: test) + required { writer.line("  \(parameter),") }
    // Prefix standard library types with `Swift::`, because the app may declare types with the same
    // names.
    writer.line("  fileID: Swift::String = #fileID,")
    writer.line("  filePath: Swift::String = #filePath,")
    writer.line("  line: Swift::Int = #line,")
    writer.line("  column: Swift::Int = #column,")
    writer.line("  _ configure: (inout TestOverrides) -> () = { _ in }")
    writer.block(") -> \(node.createdType.source)") { writer in
      writer.line("var configured: TestOverrides = .init()")
      writer.line("configure(&configured)")
      if !edges(where: { $0 != .required }).isEmpty { writer.line("let overrides = configured") }
      if !edges(where: \.isDouble).isEmpty {
        let location = "fileID: fileID, filePath: filePath, line: line, column: column"
        writer.line("let \(Doubles.location) = DependenceGraph::_TestLocation(")
        writer.line("  of: \(node.createdType.description.sourceLiteral), \(location)")
        writer.line(")")
      }
      test.writeFunctions(into: &writer)
      let arguments = test.writeValues(of: test.root, isRoot: true, into: &writer)
      writer.line("return \(test.call(test.root, arguments))")
    }
  }
}
