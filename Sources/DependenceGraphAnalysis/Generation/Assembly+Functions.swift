extension Assembly {
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
      writer.line("let \(variable): \(property.type.source) = \(step.value)")
      values[step.index] = variable
    }
    for (position, property) in node.properties.enumerated() where values[position] == nil {
      values[position] =
        scope.contains(property.provided.need)
        ? names.variable(property.provided.need) : "nil"
    }
    writer.line(call(arguments(of: node, values: values)))
  }

  func call(_ index: Int) -> (_ arguments: [String]) -> String {
    let node = graph.nodes[index]
    let function = node.type.kind == .extension ? ".instantiate" : ""
    return { "\(node.made.source)\(function)(\($0.joined(separator: ", ")))" }
  }

  // MARK: - Functions

  private func writeMaker(of index: Int, into writer: inout SourceWriter) {
    let node = graph.nodes[index]
    let forwarded = node.forwarded.map {
      "_ \(names.variable($0.need)): \($0.type.parameterSource)"
    }
    let parameters = (needParameters(of: node) + forwarded).joined(separator: ", ")
    let prefix = sendable.contains(index) ? "@Sendable nonisolated " : ""
    let head = "\(prefix)func \(names.maker(index))(\(parameters)) -> \(node.made.source)"
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
    let stand = doubles?.stand(in: edge, of: graph) ?? .none
    let parameters = stand == .none ? needParameters(of: node).joined(separator: ", ") : ""
    let type = edge.type.source
    let prefix = sendableEdges.contains(edge) ? "@Sendable nonisolated " : ""
    let override = override(of: edge)
    // The compiler judges values that are handed on, and had better point at the property.
    let place = edge.instantiator.isSendable && stand == .none ? places[edge] : nil
    let width = place == nil ? 100 : .max
    if let place {
      writer.directive("#sourceLocation(file: \(place.file.sourceLiteral), line: \(place.line))")
    }
    let head = "\(prefix)func \(names.supplier(edge))(\(parameters)) -> \(type)"
    writer.block(head, onOneLineOf: width) { writer in
      let overriding = doubles == nil ? "" : "overrides.\(override) ?? "
      switch stand {
      case .none: writer.line("\(overriding)\(supply(edge))")
      case .double(let name):
        let double = "\(name)(\(Doubles.place), \(override.sourceLiteral))"
        let later = "\(edge.type.unwrapped.source) { _ in \(double) }"
        writer.line("\(overriding)\(edge.instantiator == .none ? double : later)")
      case .required: writer.line(names.variable(edge.need))
      }
    }
    if place != nil { writer.directive("#sourceLocation()") }
  }

  func override(of edge: Edge) -> String { overrides[edge.need] ?? edge.label ?? "" }

  /// The node of an edge, or what makes it later.
  private func supply(_ edge: Edge) -> String {
    let node = graph.nodes[edge.child]
    let handed = node.forwarded.map {
      node.forwarded.count == 1 ? "$0" : "$0.\($0.declaration.label.variableName)"
    }
    let given = (node.needs + node.optionalNeeds).map(names.variable)
    var made = "\(names.maker(edge.child))(\((given + handed).joined(separator: ", ")))"
    if edge.isErased { made = "\(edge.standsFor.source)(\(made))" }
    if edge.instantiator == .none { return made }
    return "\(edge.type.unwrapped.source) { \(made) }"
  }

  private func needParameters(of node: Graph.Node) -> [String] {
    node.needs.map { "_ \(names.variable($0)): \($0.type.parameterSource)" }
      + node.optionalNeeds.map { "_ \(names.variable($0)): \($0.type.optionalSource)" }
  }

  // MARK: - Values

  private func value(of property: Graph.Property, in scope: Scope) -> (
    text: String, uses: [Graph.Need]
  ) {
    let declaration = property.declaration
    let erased = property.type.unwrapped.source
    if let alias = property.alias {
      let above = declaration.onlyIfAvailable && !scope.contains(alias) ? alias.wrapped : alias
      guard let kind = scope.kind(of: above) else { return ("nil", []) }
      let variable = names.variable(above)
      guard declaration.erasedToConcreteExistential else { return (variable, [above]) }
      return (
        kind == .optional ? "\(variable).map { \(erased)($0) }" : "\(erased)(\(variable))", [above]
      )
    }
    guard let child = property.child else { return ("nil", []) }
    let node = graph.nodes[child]
    let isDouble = Self.child(of: property, in: graph, doubles) == nil
    let uses = isDouble ? [] : (node.needs + node.optionalNeeds).filter(scope.contains)
    let arguments =
      isDouble
      ? []
      : (node.needs + node.optionalNeeds).map { scope.contains($0) ? names.variable($0) : "nil" }
    let list = arguments.joined(separator: ", ")
    if let edge = Edge(property, isTest: doubles != nil) {
      return ("\(names.supplier(edge))(\(list))", uses)
    }
    let made = "\(names.maker(child))(\(list))"
    guard declaration.erasedToConcreteExistential else { return (made, uses) }
    return ("\(erased)(\(made))", uses)
  }

  private func arguments(of node: Graph.Node, values: [Int: String]) -> [String] {
    var byLabel: [String: String] = [:]
    for (position, property) in node.properties.enumerated() {
      byLabel[property.declaration.label] = values[position]
    }
    guard let initializer = node.type.initializer else {
      return node.properties.map {
        "\($0.declaration.label.argumentName): \(byLabel[$0.declaration.label] ?? "nil")"
      }
    }
    let labels = Set(byLabel.keys)
    return initializer.parameters.compactMap { parameter in
      guard let value = parameter.property(among: labels).flatMap({ byLabel[$0] }) else {
        return nil
      }
      return parameter.label == "_" ? value : "\(parameter.label.argumentName): \(value)"
    }
  }
}

extension Assembly.Edge {
  var need: Graph.Need { Graph.Need(label: label ?? "", type: type) }

  /// The type that the property is of, or that its instantiator makes.
  var standsFor: TypeName {
    instantiator == .none ? type.unwrapped : type.unwrapped.arguments.last ?? type
  }
}

extension TypeName {
  var parameterSource: String { isClosure ? "@escaping \(source)" : source }

  var isClosure: Bool { if case .text(let text) = head { text.contains("->") } else { false } }
}
