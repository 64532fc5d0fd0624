extension Assembly {
  /// Writes the functions of all nodes and edges.
  func writeFunctions(into writer: inout SourceWriter) {
    for node in nodes { writeMaker(of: node, into: &writer) }
    for edge in edges { writeSupplier(of: edge, into: &writer) }
  }

  /// Writes what makes a node's properties, and then, through `call`, the node.
  func writeBody(
    of index: Int,
    isRoot: Bool = false,
    into writer: inout SourceWriter,
    call: (_ arguments: [String]) -> String
  ) {
    let node = graph.nodes[index]
    var scope = Scope(of: node, isRoot: isRoot)
    var values: [Int: String] = [:]
    var shared: Set<Graph.Need> = []
    var steps: [(index: Int, value: String)] = []
    for step in node.makingOrder {
      let property = node.properties[step]
      let value = value(of: property, in: scope)
      shared.formUnion(value.uses)
      steps.append((step, value.text))
      scope.add(property.provided)
    }
    for step in steps {
      let property = node.properties[step.index]
      guard shared.contains(property.provided.need) else {
        values[step.index] = step.value
        continue
      }
      let variable = names.variable(property.provided.need)
      writer.line("let \(variable): \(spelling.text(property.declaration.type)) = \(step.value)")
      values[step.index] = variable
    }
    for (position, property) in node.properties.enumerated() where values[position] == nil {
      values[position] =
        scope.contains(property.provided.need)
        ? names.variable(property.provided.need) : "nil"
    }
    writer.line(call(arguments(of: node, values: values)))
  }

  /// What makes an instance of a node, given its arguments.
  func call(_ index: Int) -> (_ arguments: [String]) -> String {
    let node = graph.nodes[index]
    let function = node.type.kind == .extension ? ".instantiate" : ""
    return { "\(spelling.text(node.made))\(function)(\($0.joined(separator: ", ")))" }
  }

  // MARK: - Functions

  private func writeMaker(of index: Int, into writer: inout SourceWriter) {
    let node = graph.nodes[index]
    let forwarded = node.properties.filter { $0.declaration.source == .forwarded }
      .map { "_ \(names.variable($0.need)): \(parameterType($0.need.type))" }
    let parameters = (needParameters(of: node) + forwarded).joined(separator: ", ")
    let prefix = sendable.contains(index) ? "@Sendable nonisolated " : ""
    let head = "\(prefix)func \(names.maker(index))(\(parameters)) -> \(spelling.text(node.made))"
    writer.block(head) { writer in
      var lines = SourceWriter()
      writeBody(of: index, into: &lines, call: call(index))
      let body = lines.text.split(separator: "\n")
      for (number, line) in body.enumerated() {
        writer.line(number == body.count - 1 && body.count > 1 ? "return \(line)" : String(line))
      }
    }
  }

  private func writeSupplier(of edge: Edge, into writer: inout SourceWriter) {
    let node = graph.nodes[edge.child]
    let stand = purpose.doubles?.stand(in: edge, of: graph) ?? .none
    let parameters = stand == .none ? needParameters(of: node).joined(separator: ", ") : ""
    let type = spelling.text(edge.type)
    let prefix = sendableEdges.contains(edge) ? "@Sendable nonisolated " : ""
    let variable = names.variable(Graph.Need(label: edge.label ?? "", type: edge.type))
    let head = "\(prefix)func \(names.supplier(edge))(\(parameters)) -> \(type)"
    writer.block(head, isOneLine: true) { writer in
      let override = purpose.doubles == nil ? "" : "overrides.\(variable) ?? "
      switch stand {
      case .none: writer.line("\(override)\(supply(edge))")
      case .double(let name):
        let double = "\(name)(\(Doubles.place), \(variable.sourceLiteral))"
        writer.line(
          "\(override)\(edge.instantiator == .none ? double : "\(type) { _ in \(double) }")"
        )
      case .required: writer.line(variable)
      }
    }
  }

  /// The node of an edge, or what makes it later.
  private func supply(_ edge: Edge) -> String {
    let node = graph.nodes[edge.child]
    let forwarded = node.properties.filter { $0.declaration.source == .forwarded }
    let handed = forwarded.map {
      forwarded.count == 1 ? "$0" : "$0.\($0.declaration.label.variableName)"
    }
    let given = (node.needs + node.optionalNeeds).map(names.variable)
    var made = "\(names.maker(edge.child))(\((given + handed).joined(separator: ", ")))"
    if edge.isErased, let erased = edge.erasedType { made = "\(spelling.text(erased))(\(made))" }
    if edge.instantiator == .none { return made }
    return "\(spelling.text(edge.type.wrapped ?? edge.type)) { \(made) }"
  }

  private func needParameters(of node: Graph.Node) -> [String] {
    node.needs.map { "_ \(names.variable($0)): \(parameterType($0.type))" }
      + node.optionalNeeds.map { "_ \(names.variable($0)): \(spelling.optional($0.type))" }
  }

  func parameterType(_ type: TypeReference) -> String {
    let text = spelling.text(type)
    // A closure that is a parameter has to say that it stays.
    return type.kind == .other && text.contains("->") && !text.hasSuffix("?")
      ? "@escaping \(text)" : text
  }

  // MARK: - Values

  private func value(of property: Graph.Property, in scope: Scope) -> (
    text: String, uses: [Graph.Need]
  ) {
    let declaration = property.declaration
    if let alias = declaration.alias {
      let above = Graph.Need(label: alias.label, type: alias.type)
      guard let kind = scope.kind(of: above) else { return ("nil", []) }
      let variable = names.variable(above)
      guard declaration.erasedToConcreteExistential else { return (variable, [above]) }
      let erased = spelling.text(declaration.type.wrapped ?? declaration.type)
      return (
        kind == .optional ? "\(variable).map { \(erased)($0) }" : "\(erased)(\(variable))", [above]
      )
    }
    guard let child = property.child else { return ("nil", []) }
    let node = graph.nodes[child]
    let isDouble = purpose.child(of: property, in: graph) == nil
    let uses = isDouble ? [] : (node.needs + node.optionalNeeds).filter(scope.contains)
    let arguments =
      isDouble
      ? []
      : (node.needs + node.optionalNeeds).map { scope.contains($0) ? names.variable($0) : "nil" }
    let list = arguments.joined(separator: ", ")
    if let edge = purpose.edge(for: property) { return ("\(names.supplier(edge))(\(list))", uses) }
    let made = "\(names.maker(child))(\(list))"
    guard declaration.erasedToConcreteExistential else { return (made, uses) }
    return ("\(spelling.text(declaration.type.wrapped ?? declaration.type))(\(made))", uses)
  }

  private func arguments(of node: Graph.Node, values: [Int: String]) -> [String] {
    var byLabel: [String: String] = [:]
    for (position, property) in node.properties.enumerated() {
      byLabel[property.declaration.label] = values[position]
    }
    guard let initializer = node.type.initializer else {
      return node.properties.map {
        "\($0.declaration.label.variableName): \(byLabel[$0.declaration.label] ?? "nil")"
      }
    }
    return initializer.parameters.compactMap { parameter in
      guard let value = byLabel[parameter.label] ?? byLabel[parameter.name] else { return nil }
      return parameter.label == "_" ? value : "\(parameter.label.variableName): \(value)"
    }
  }
}

extension Assembly.Edge {
  /// What wraps the instance.
  fileprivate var erasedType: TypeReference? {
    instantiator == .none ? type.wrapped ?? type : (type.wrapped ?? type).arguments.last
  }
}
