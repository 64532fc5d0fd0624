import SwiftSyntax

extension SwiftDependenciesMigrator {
  /// `Client()`, where that is the unimplemented one.
  func migrateClient(_ node: FunctionCallExprSyntax) {
    guard node.arguments.isEmpty, node.trailingClosure == nil else { return }
    let called = node.calledExpression
    let type: String?
    let isImplicit: Bool
    if let member = called.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "init"
    {
      isImplicit = member.base == nil
      type = isImplicit ? valueType(of: node) : member.base?.trimmedDescription
    } else {
      isImplicit = false
      type = text(called)
    }
    guard let written = type else { return }
    let name = written == "Self" ? node.enclosingTypeName ?? written : written.lastComponent
    guard project.clients.contains(name) else { return }
    if project.hasUnimplemented.contains(name) {
      note(
        node,
        why:
          "'\(name)' declares an 'unimplemented' of its own, which '@DependencyClient' writes here",
        write: "remove that one, and write '\(written).unimplemented'"
      )
    } else {
      replace(node, with: isImplicit ? ".unimplemented" : "\(written).unimplemented")
    }
  }

  /// The type of the variable that is initialised with a value.
  private func valueType(of node: FunctionCallExprSyntax) -> String? {
    for ancestor in node.ancestors {
      if let binding = ancestor.as(PatternBindingSyntax.self) {
        return binding.typeAnnotation?.type.trimmedDescription
      }
      if ancestor.is(FunctionCallExprSyntax.self) { return nil }
    }
    return nil
  }

  /// `unimplemented("…")`, which was a closure and is called inside of one.
  func migrateUnimplemented(_ node: FunctionCallExprSyntax) {
    let called = node.calledExpression
    let module = called.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
    guard
      module == nil ? called.is(DeclReferenceExprSyntax.self) : modules.contains(module ?? ""),
      !project.declares.contains("unimplemented")
    else { return }
    let placeholder = node.arguments.firstIndex { $0.label?.text == "placeholder" }
    guard let (name, shapes) = expectedClosure(at: node), !shapes.isEmpty else {
      // With a placeholder it may be a value, for which the words are the same.
      if placeholder == nil {
        note(
          node,
          why: "nobody sees what closure 'unimplemented' stands for",
          write: "call it inside of a closure: '{ _ in throw unimplemented(\"…\") }'"
        )
      }
      return
    }
    let arities = Set(shapes.map(\.arity))
    let effects = Set(shapes.map { [$0.throwsErrors, $0.isVoid] })
    guard arities.count == 1, placeholder != nil || effects.count == 1, let shape = shapes.first
    else {
      note(
        node,
        why: "several closures are called '\(name)'",
        write: "call 'unimplemented' inside of a closure: '{ _ in throw unimplemented(\"…\") }'"
      )
      return
    }
    var opening =
      "{ "
      + (shape.arity == 0
        ? "" : Array(repeating: "_", count: shape.arity).joined(separator: ", ") + " in ")
    var function =
      project.hasUnimplemented.contains(node.enclosingTypeName ?? "")
      ? "Dependence.unimplemented" : "unimplemented"
    if placeholder == nil {
      if shape.throwsErrors {
        opening += "throw "
      } else if !shape.isVoid {
        function = "trapUnimplemented"
      }
    }
    insert(opening, before: node)
    if text(called) != function { replace(called, with: function) }
    let isVoid =
      placeholder.map { ["()", "Void()"].contains(text(node.arguments[$0].expression)) } ?? false
    if node.arguments.first?.label != nil || node.arguments.isEmpty, let open = node.leftParen {
      insert("\"\(name)\"" + (node.arguments.count > (isVoid ? 1 : 0) ? ", " : ""), after: open)
    }
    if isVoid, let placeholder {
      removeArgument(
        node.arguments.distance(from: node.arguments.startIndex, to: placeholder),
        of: node
      )
    }
    insert(" }", after: node)
  }

  /// The closures that an expression may be the value of, by what the project declares.
  private func expectedClosure(
    at node: FunctionCallExprSyntax
  ) -> (name: String, shapes: Set<ProjectIndex.ClosureShape>)? {
    func named(_ name: String) -> (String, Set<ProjectIndex.ClosureShape>) {
      (name, project.closures[name, default: []])
    }
    if let target = node.assignmentTarget { return named(target.trimmedDescription.lastComponent) }
    if let argument = node.parent?.as(LabeledExprSyntax.self),
      let list = argument.parent?.as(LabeledExprListSyntax.self)
    {
      if let label = argument.label?.text { return named(label) }
      if let path = list.first?.expression.as(KeyPathExprSyntax.self) {
        return named(path.trimmedDescription.lastComponent)
      }
      return nil
    }
    let declaration = node.parent?.parent
    let binding = declaration?.as(PatternBindingSyntax.self)
    let parameter = declaration?.as(FunctionParameterSyntax.self)
    guard
      let name = binding.map({ Syntax($0.pattern) })
        ?? parameter.map({ Syntax($0.secondName ?? $0.firstName) }),
      let type = binding?.typeAnnotation?.type ?? parameter?.type,
      let shape = ProjectIndex.shape(of: type)
    else { return nil }
    return (name.trimmedDescription, [shape])
  }
}
