/// The code that makes one root: for the app, and for tests.
struct RootSource {
  private let live: Assembly
  let test: Assembly
  private let node: Graph.Node
  private let spelling: TypeSpelling

  init(root: Int, of graph: Graph, doubles: Doubles, spelling: TypeSpelling) {
    live = Assembly(graph: graph, root: root, purpose: .live, spelling: spelling)
    test = Assembly(graph: graph, root: root, purpose: .test(doubles), spelling: spelling)
    node = graph.nodes[root]
    self.spelling = spelling
  }

  /// Every node whose code this calls.
  var nodes: [Int] { ([live.root] + live.nodes).sorted() }

  /// Whether making the root is more than calling its initialiser.
  private var isAssembled: Bool {
    node.properties.contains { $0.declaration.source != .forwarded }
  }

  func write(into writer: inout SourceWriter) {
    let type = spelling.text(node.made)
    if isAssembled {
      writer.line("// MARK: - \(type)")
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

  // MARK: - Initialiser

  private func writeInitializer(into writer: inout SourceWriter) {
    let access = node.type.access >= .package ? "\(node.type.access.initializerKeyword) " : ""
    let convenience = node.type.kind == .class ? "convenience " : ""
    writer.line("/// Makes the whole graph that this type is the root of.")
    let parameters = parameters(of: live).joined(separator: ", ")
    writer.block("\(isolation)\(access)\(convenience)init(\(parameters))") {
      live.writeFunctions(into: &$0)
      live.writeBody(of: live.root, isRoot: true, into: &$0) {
        "self.init(\($0.joined(separator: ", ")))"
      }
    }
  }

  private func parameters(of assembly: Assembly) -> [String] {
    node.properties.filter { $0.declaration.source == .forwarded }.map {
      let variable = assembly.names.variable($0.need)
      let label = $0.declaration.label.variableName
      let head = variable == label ? variable : "\(label) \(variable)"
      return "\(head): \(assembly.parameterType($0.need.type))"
    }
  }

  /// The attribute of the actor to which something in the graph is isolated, if the root is not.
  private var isolation: String {
    if node.type.isolation != nil, node.type.isolation != "nonisolated" { return "" }
    let actors = live.nodes.compactMap { live.graph.nodes[$0].type.isolation }
    return actors.first { $0 != "nonisolated" }.map { "@\($0) " } ?? ""
  }

  // MARK: - Test

  private func edges(where isIncluded: (Doubles.Stand) -> Bool) -> [Assembly.Edge] {
    var seen: Set<Graph.Need> = []
    return test.edges.filter { edge in
      isIncluded(test.purpose.doubles?.stand(in: edge, of: test.graph) ?? .none)
        && seen.insert(Graph.Need(label: edge.label ?? "", type: edge.type)).inserted
    }
  }

  private func variable(of edge: Assembly.Edge) -> String {
    test.names.variable(Graph.Need(label: edge.label ?? "", type: edge.type))
  }

  private func writeOverrides(into writer: inout SourceWriter) {
    writer.line("/// What a test puts in the place of what this root would make.")
    // Nothing changes them once they are configured. A test that overrides something unsafe, which
    // other isolation domains ask for, shares it with them anyway.
    let conformance = test.sendableEdges.isEmpty ? "" : ": @unchecked Sendable"
    writer.block("struct TestOverrides\(conformance)") { writer in
      for edge in edges(where: { $0 != .required }) {
        writer.line("var \(variable(of: edge)): \(spelling.optional(edge.type))")
      }
    }
  }

  private func writeTest(into writer: inout SourceWriter) {
    let type = spelling.text(node.made)
    let required = edges { $0 == .required }.map {
      "\(variable(of: $0)): \(test.parameterType($0.type))"
    }
    writer.line(
      "/// Makes the root for a test: of what the test overrides, of unimplemented doubles"
    )
    writer.line("/// where a protocol is asked for, and of the real types for the rest.")
    writer.line("\(isolation)static func test(")
    for parameter in parameters(of: test) + required { writer.line("  \(parameter),") }
    writer.line("  fileID: String = #fileID,")
    writer.line("  filePath: String = #filePath,")
    writer.line("  line: Int = #line,")
    writer.line("  column: Int = #column,")
    writer.line("  _ configure: (inout TestOverrides) -> Void = { _ in }")
    writer.block(") -> \(type)") { writer in
      writer.line("var configured = TestOverrides()")
      writer.line("configure(&configured)")
      if !edges(where: { $0 != .required }).isEmpty {
        writer.line("let overrides = configured")
      }
      if !doubled.isEmpty {
        writer.line("let \(Doubles.place) = DependenceGraph._TestPlace(")
        writer.line(
          "  of: \(type.sourceLiteral), fileID: fileID, filePath: filePath, line: line, column: column"
        )
        writer.line(")")
      }
      test.writeFunctions(into: &writer)
      test.writeBody(of: test.root, isRoot: true, into: &writer) { arguments in
        "return \(type)(\(arguments.joined(separator: ", ")))"
      }
    }
  }

  private var doubled: [Assembly.Edge] {
    edges { if case .double = $0 { true } else { false } }
  }
}

extension AccessLevel {
  /// The access level of an initialiser; none is open.
  fileprivate var initializerKeyword: String { self == .open ? "public" : keyword }
}
