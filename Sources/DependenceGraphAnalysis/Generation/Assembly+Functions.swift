extension Assembly {
  func writeFunctions(into writer: inout SourceWriter) {
    for node in nodes { writeMaker(of: node, into: &writer) }
    for edge in edges { writeSupplier(of: edge, into: &writer) }
  }

  /// Returns, as source code, the initializer arguments for the type with the given index in the
  /// graph. If creating one property requires the value of another, writes a variable that stores
  /// this value, so that both properties use the same instance.
  func writeValues(of index: Int, isRoot: Bool = false, into writer: inout SourceWriter) -> String {
    let node = graph.nodes[index]
    // The values that the generated code can use, each with a Boolean that states whether the value
    // may be `nil`. At first, they are the parameters of the generated function. A root has only
    // the values of its `@Forwarded` properties, because the app or test that creates it passes no
    // others.
    var available: [Graph.Need: Bool] = [:]
    if !isRoot {
      for need in node.optionalNeeds { available[need] = true }
      for need in node.needs { available[need] = false }
    }
    for property in node.forwarded { available[property.need] = false }
    var values: [Int: String] = [:]
    var shared: Set<Graph.Need> = []
    for step in node.makingOrder {
      let property = node.properties[step]
      let value = value(of: property, in: available)
      shared.formUnion(value.uses)
      values[step] = value.text
      available[property.provided.need] = property.provided.isOptional
    }
    for step in node.makingOrder {
      let property = node.properties[step]
      guard let value = values[step], shared.contains(property.provided.need) else { continue }
      let variable = names.variable(property.provided.need)
      writer.line("let \(variable): \(property.type.source) = \(value)")
      values[step] = variable
    }
    for (position, property) in node.properties.enumerated() where values[position] == nil {
      let value = available.value(for: property.provided.need)
      values[position] = value.map { names.variable($0.need) } ?? "nil"
    }
    return arguments(of: node, values: values).joined(separator: ", ")
  }

  func call(_ index: Int, _ arguments: String) -> String {
    let node = graph.nodes[index]
    return
      "\(node.createdType.source)\(node.type.kind == .extension ? ".instantiate" : "")(\(arguments))"
  }

  private func writeMaker(of index: Int, into writer: inout SourceWriter) {
    let node = graph.nodes[index]
    let forwarded = node.forwarded.map { parameter($0.need, $0.type.parameterSource) }
    let parameters = (needParameters(of: node) + forwarded).joined(separator: ", ")
    let prefix = sendable.contains(index) ? "@Sendable nonisolated " : ""
    let head =
      "\(prefix)func \(names.creationFunction(index))(\(parameters)) -> \(node.createdType.source)"
    writer.block(head) { writer in
      let call = call(index, writeValues(of: index, into: &writer))
      writer.line(writer.text.isEmpty ? call : "return \(call)")
    }
  }

  private func writeSupplier(of edge: Edge, into writer: inout SourceWriter) {
    let node = graph.nodes[edge.child]
    let replacement = doubles?.replacement(for: edge, of: graph) ?? .none
    let parameters = replacement == .none ? needParameters(of: node).joined(separator: ", ") : ""
    let prefix = sendableEdges.contains(edge) ? "@Sendable nonisolated " : ""
    let override = override(of: edge)
    // For a `Sendable` instantiator (a factory that any thread may call), write a `#sourceLocation`
    // directive. The compiler then reports errors about non-`Sendable` values at the property
    // instead of in generated code.
    let location = edge.instantiator.isSendable && replacement == .none ? locations[edge] : nil
    if let location {
      writer.directive(
        "#sourceLocation(file: \(location.file.sourceLiteral), line: \(location.line))"
      )
    }
    // A value that is passed to an actor's initializer must not be accessible to any other code.
    // The compiler cannot verify this for a test's override of the property, so trust the test and
    // mark the result of the generated function as `sending`.
    let isSent = doubles != nil && sentEdges.contains(edge)
    let result = "\(isSent ? "sending " : "")\(edge.type.source)"
    let head = "\(prefix)func \(names.supplier(edge))(\(parameters)) -> \(result)"
    writer.block(head, upTo: location == nil ? 100 : .max) { writer in
      let overriding = doubles == nil ? "" : "overrides.\(override) ?? "
      let value: String
      switch replacement {
      case .none: value = "\(overriding)\(supply(edge))"
      case .double(let name):
        let double = "\(name)(\(Doubles.location), \(override.sourceLiteral))"
        let later = "\(edge.type.unwrapped.source) { _ in \(double) }"
        value = "\(overriding)\(edge.instantiator == .none ? double : later)"
      case .required: value = names.variable(edge.need)
      }
      writer.line(isSent ? "DependenceGraph::_sent(\(value))" : value)
    }
    if location != nil { writer.directive("#sourceLocation()") }
  }

  func override(of edge: Edge) -> String { overrides[edge.need] ?? edge.label ?? "" }

  /// Returns the source code of the expression that creates a property's value. If the value is an
  /// instantiator (a factory), it calls the generated `make_…` function on demand.
  private func supply(_ edge: Edge) -> String {
    let node = graph.nodes[edge.child]
    let handed = node.forwarded.map {
      node.forwarded.count == 1 ? "$0" : "$0.\($0.declaration.label.variableName)"
    }
    let given = node.passedValues.map(names.variable)
    var made = "\(names.creationFunction(edge.child))(\((given + handed).joined(separator: ", ")))"
    if edge.isErased { made = "\(edge.standsFor.source)(\(made))" }
    return edge.instantiator == .none ? made : "\(edge.type.unwrapped.source) { \(made) }"
  }

  private func needParameters(of node: Graph.Node) -> [String] {
    node.needs.map { parameter($0, $0.type.parameterSource) }
      + node.optionalNeeds.map { parameter($0, $0.type.optionalSource) }
  }

  private func parameter(_ need: Graph.Need, _ type: String) -> String {
    "_ \(names.variable(need)): \(type)"
  }

  private func value(
    of property: Graph.Property,
    in available: [Graph.Need: Bool]
  ) -> (text: String, uses: [Graph.Need]) {
    let erased = { property.isErased ? "\(property.type.unwrapped.source)(\($0))" : $0 }
    if let alias = property.alias {
      let wrapped = property.declaration.onlyIfAvailable ? available.value(for: alias.wrapped) : nil
      guard let above = available.value(for: alias) ?? wrapped else { return ("nil", []) }
      let variable = names.variable(above.need)
      // The initializer of a type-erasing wrapper, such as `AnyView`, does not accept `nil`. If
      // both the property and the value are optional, call the initializer only if the value is not
      // `nil`.
      let isMapped =
        property.isErased && property.type.wrapped != nil
        && (above.isOptional || above.need.type.wrapped != nil)
      return (isMapped ? "\(variable).map { \(erased("$0")) }" : erased(variable), [above.need])
    }
    guard let child = property.child else { return ("nil", []) }
    let isDouble = Self.child(of: property, in: graph, doubles) == nil
    let handed = isDouble ? [] : graph.nodes[child].passedValues
    let found = handed.map { available.value(for: $0)?.need }
    let list = found.map { $0.map(names.variable) ?? "nil" }.joined(separator: ", ")
    let uses = found.compactMap(\.self)
    if let edge = Edge(property, isTest: doubles != nil) {
      return ("\(names.supplier(edge))(\(list))", uses)
    }
    return (erased("\(names.creationFunction(child))(\(list))"), uses)
  }

  private func arguments(of node: Graph.Node, values: [Int: String]) -> [String] {
    var byLabel: [String: String] = [:]
    for (position, property) in node.properties.enumerated() {
      byLabel[property.declaration.label] = values[position]
    }
    guard let initializer = node.type.initializer else {
      return node.properties.map(\.declaration.label).map { label in
        "\(label.argumentName): \(byLabel[label] ?? "nil")"
      }
    }
    let labels = Set(byLabel.keys)
    return initializer.parameters.compactMap { parameter in
      parameter.property(in: labels).flatMap { byLabel[$0] }.map { value in
        parameter.label == "_" ? value : "\(parameter.label.argumentName): \(value)"
      }
    }
  }
}

extension [Graph.Need: Bool] {
  /// Returns the name and type of an available value that fulfills `need`, and whether the value may
  /// be `nil`. Prefers a value with exactly the same type, such as `User`. Otherwise, accepts a value
  /// with the same name and the corresponding optional type, such as `User?`. Returns `nil` if
  /// neither value is available.
  fileprivate func value(for need: Graph.Need) -> (need: Graph.Need, isOptional: Bool)? {
    if let isOptional = self[need] { return (need, isOptional) }
    let optional = Graph.Need(label: need.label, type: .optional(need.type))
    return self[optional].map { _ in (optional, true) }
  }
}
