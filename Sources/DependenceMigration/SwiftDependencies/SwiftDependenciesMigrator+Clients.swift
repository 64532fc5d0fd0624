import SwiftSyntax

extension SwiftDependenciesMigrator {
  /// `Client()`, where that is the unimplemented one.
  func migrateClient(_ node: FunctionCallExprSyntax) {
    guard node.arguments.isEmpty, node.trailingClosure == nil else { return }
    let initializer = node.calledExpression.as(MemberAccessExprSyntax.self).flatMap {
      $0.declName.baseName.text == "init" ? $0 : nil
    }
    let isImplicit = initializer != nil && initializer?.base == nil
    let type = initializer.map { $0.base?.trimmedDescription } ?? text(node.calledExpression)
    guard let written = isImplicit ? valueType(of: node) : type else { return }
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
    let around = node.ancestors.first {
      $0.is(PatternBindingSyntax.self) || $0.is(FunctionCallExprSyntax.self)
    }
    return around?.as(PatternBindingSyntax.self)?.typeAnnotation?.type.trimmedDescription
  }

  /// `unimplemented("…")`, which was a closure and is called inside of one.
  func migrateUnimplemented(_ node: FunctionCallExprSyntax) {
    let called = node.calledExpression
    let module = called.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription
    guard
      module == nil ? called.is(DeclReferenceExprSyntax.self) : modules.contains(module ?? ""),
      !project.declares.contains("unimplemented")
    else { return }
    let placeholder = Array(node.arguments).firstIndex { $0.label?.text == "placeholder" }
    guard let (name, shapes) = expectedClosure(at: node), !shapes.isEmpty else {
      // With a placeholder it may be a value, for which the words are the same.
      if placeholder != nil { return }
      return note(
        node,
        why: "nobody sees what closure 'unimplemented' stands for",
        write: "call it inside of a closure: '{ _ in throw unimplemented(\"…\") }'"
      )
    }
    let arities = Set(shapes.map(\.arity))
    let effects = Set(shapes.map { [$0.throwsErrors, $0.isVoid] })
    guard arities.count == 1, placeholder != nil || effects.count == 1, let shape = shapes.first
    else {
      return note(
        node,
        why: "several closures are called '\(name)'",
        write: "call 'unimplemented' inside of a closure: '{ _ in throw unimplemented(\"…\") }'"
      )
    }
    let names = Array(repeating: "_", count: shape.arity).joined(separator: ", ")
    var opening = shape.arity == 0 ? "{ " : "{ \(names) in "
    var function =
      project.hasUnimplemented.contains(node.enclosingTypeName ?? "")
      ? "Dependence.unimplemented" : "unimplemented"
    if placeholder == nil, shape.throwsErrors {
      opening += "throw "
    } else if placeholder == nil, !shape.isVoid {
      function = "trapUnimplemented"
    }
    insert(opening, before: node)
    if text(called) != function { replace(called, with: function) }
    let value = placeholder.map { text(Array(node.arguments)[$0].expression) }
    let isVoid = value == "()" || value == "Void()"
    if node.arguments.first?.label != nil || node.arguments.isEmpty, let open = node.leftParen {
      insert("\"\(name)\"" + (node.arguments.count > (isVoid ? 1 : 0) ? ", " : ""), after: open)
    }
    if isVoid, let placeholder { removeArgument(placeholder, of: node) }
    insert(" }", after: node)
  }

  /// The closures that an expression may be the value of, by what the project declares.
  private func expectedClosure(
    at node: FunctionCallExprSyntax
  ) -> (name: String, shapes: Set<ProjectIndex.ClosureShape>)? {
    let name: String?
    if let target = node.assignmentTarget {
      name = target.trimmedDescription.lastComponent
    } else if let argument = node.parent?.as(LabeledExprSyntax.self) {
      let path = argument.parent?.as(LabeledExprListSyntax.self)?.first?.expression
      name =
        argument.label?.text
        ?? path?.as(KeyPathExprSyntax.self)?.trimmedDescription.lastComponent
    } else {
      return declaredClosure(at: node)
    }
    return name.map { ($0, project.closures[$0, default: []]) }
  }

  /// The closure that a variable or a parameter is declared to be.
  private func declaredClosure(
    at node: FunctionCallExprSyntax
  ) -> (name: String, shapes: Set<ProjectIndex.ClosureShape>)? {
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
