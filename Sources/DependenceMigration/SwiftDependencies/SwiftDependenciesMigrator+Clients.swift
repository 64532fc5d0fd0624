import SwiftSyntax

// Replaces calls such as `Client()`, which create a client without passing its endpoints (the
// closures that tests can replace). In swift-dependencies, the endpoints of such a client report
// every call, even if they have initial values. In this library, a call to an endpoint with an
// initial value runs that value and is not reported, so the migrated code uses
// `Client.unimplemented`. A call that does not show its type, such as `.init()`, is reported if the
// file can use a client that this difference affects.
extension SwiftDependenciesMigrator {
  /// Replaces a call such as `Client()` with `Client.unimplemented` if the called type is marked
  /// with `@DependencyClient`.
  func migrateClient(_ node: FunctionCallExprSyntax) {
    guard node.trailingClosure == nil else { return }
    let initializer = node.calledExpression.as(MemberAccessExprSyntax.self).flatMap {
      $0.declName.baseName.text == "init" ? $0 : nil
    }
    if let initializer, initializer.base == nil {
      return migrateClient(node, as: requiredTypes(of: Syntax(node)))
    }
    let type = initializer?.base.map { text($0) } ?? text(node.calledExpression)
    migrateClient(node, as: type, isImplicit: false)
  }

  /// Replaces or reports the call `.init()`, whose type is one of the given types, or unknown if
  /// `types` is `nil`.
  private func migrateClient(_ node: FunctionCallExprSyntax, as types: Set<String>?) {
    if let types, types.count == 1, let type = types.first {
      return migrateClient(node, as: type, isImplicit: true)
    }
    let clients = clientsWithInitialValues
    let candidates =
      types.map { $0.compactMap { clients[client($0, at: node)] } } ?? Array(clients.values)
    guard node.arguments.isEmpty else {
      if let client = candidates.first(where: { omitsEndpoints(of: $0, in: node) }) {
        noteEndpoints(omittedBy: node, of: client)
      }
      return
    }
    if !candidates.isEmpty { noteUnknownClient(node) }
  }

  private func migrateClient(_ node: FunctionCallExprSyntax, as type: String, isImplicit: Bool) {
    let name = client(type, at: node)
    // In a file that does not import swift-dependencies, replace the call only if the migration
    // changes its meaning. It does if an endpoint has an initial value and the file that declares
    // the client still imports swift-dependencies.
    guard let client = project.clients[name],
      isReached || clientsWithInitialValues[name]?.isUnmigrated == true
    else { return }
    guard node.arguments.isEmpty else {
      if client.hasInitialValues, omitsEndpoints(of: client, in: node) {
        noteEndpoints(omittedBy: node, of: client)
      }
      return
    }
    if project.hasUnimplemented.contains(name) {
      note(
        node,
        why:
          "'\(name)' declares 'unimplemented', which '@DependencyClient' also generates",
        write: "remove the declaration, and use '\(type).unimplemented'"
      )
    } else {
      replace(node, with: isImplicit ? ".unimplemented" : "\(type).unimplemented")
    }
  }

  /// Reports `Client.init` if it is used as a function value, because calls to this function may
  /// create a client without passing its endpoints (the closures that tests can replace).
  func noteInitializer(_ node: MemberAccessExprSyntax) {
    guard let base = node.base,
      node.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id != ExprSyntax(node).id,
      clientsWithInitialValues[client(text(base), at: node)] != nil
    else { return }
    noteUnknownClient(node)
  }

  private func noteUnknownClient(_ node: some ExprSyntaxProtocol) {
    note(
      node,
      why:
        "'\(text(node))' may create a client whose endpoints with an initial value no longer report calls",
      write:
        "use '.unimplemented' of the client if it does, and otherwise remove this comment"
    )
  }

  /// Returns `true` if none of the call's arguments sets an endpoint of the client (a closure that
  /// tests can replace), because all of them set other properties.
  private func omitsEndpoints(
    of client: ProjectIndex.Client,
    in node: FunctionCallExprSyntax
  ) -> Bool {
    node.arguments.allSatisfy { $0.label.map { client.others.contains($0.text) } == true }
  }

  private func noteEndpoints(
    omittedBy node: FunctionCallExprSyntax,
    of client: ProjectIndex.Client
  ) {
    note(
      node,
      why:
        "in swift-dependencies, all endpoints of this client reported calls, but now those with an initial value do not",
      write: client.requiresArguments
        ? "pass a closure that calls 'unimplemented' for each endpoint with an initial value"
        : "assign the other properties to a copy of '.unimplemented'"
    )
  }

  /// Returns the name of a written type without its module and enclosing types, after resolving
  /// `Self` and type aliases.
  private func client(_ type: String, at node: some SyntaxProtocol) -> String {
    let name = type.lastComponent
    if name == "Self" { return node.enclosingTypeName ?? name }
    // Many types declare an alias with the same name, such as `Value`, so look in the enclosing
    // types first.
    let members = node.ancestors.compactMap {
      $0.asProtocol((any DeclGroupSyntax).self)?.memberBlock.members
    }
    let aliases = members.joined().compactMap { $0.decl.as(TypeAliasDeclSyntax.self) }
    let alias = aliases.first { $0.name.text == name }?.initializer.value.lastComponent
    return project.names.original(alias ?? name)
  }

  // MARK: - Types

  /// Returns the types that the code around an expression allows for it. The result is an empty set
  /// if the expression cannot be a client, and `nil` if the source code does not show its type.
  private func requiredTypes(of node: Syntax) -> Set<String>? {
    var inner = node
    while let outer = inner.parent {
      switch outer.as(SyntaxEnum.self) {
      case .exprList(let list):
        switch list.role(of: inner) {
        case .assigned(let target): return types(ofAssigned: target)
        case .cast(let type): return names(of: type)
        case .operand: return []
        case .alternative: break
        }
      case .labeledExpr(let argument):
        let list = argument.parent?.as(LabeledExprListSyntax.self)
        guard list?.count == 1, list?.parent?.is(TupleExprSyntax.self) == true else {
          return types(ofArgument: argument)
        }
      case .initializerClause:
        if let binding = outer.parent?.as(PatternBindingSyntax.self) {
          return names(of: binding.typeAnnotation?.type)
        }
        let parameter = outer.parent?.as(FunctionParameterSyntax.self)?.type
        return names(of: parameter ?? outer.parent?.as(EnumCaseParameterSyntax.self)?.type)
      case .returnStmt, .accessorBlock, .accessorDecl, .closureExpr, .functionDecl:
        let isReturned = outer.is(ReturnStmtSyntax.self)
        guard let function = isReturned ? outer.ancestors.first(where: \.returnsValue) : outer
        else { return nil }
        if let types = types(ofResult: function) { return types }
        // If a closure is called immediately, as in `{ … }()`, its result is the result of the
        // call.
        guard let call = function.parent?.as(FunctionCallExprSyntax.self),
          Syntax(call.calledExpression) == function
        else { return nil }
        inner = Syntax(call)
        continue
      case .codeBlockItemList(let list):
        if list.count > 1 { return nil }
      case .awaitExpr, .codeBlock, .codeBlockItem, .expressionStmt, .ifExpr, .labeledExprList,
        .sequenceExpr, .switchCase, .switchCaseList, .switchExpr, .tryExpr, .tupleExpr,
        .unresolvedTernaryExpr:
        break
      default: return nil
      }
      inner = outer
    }
    return nil
  }

  /// Returns the result type of a function, an accessor, or a closure, or `nil` if its declaration
  /// does not state the type.
  private func types(ofResult node: Syntax) -> Set<String>? {
    switch node.as(SyntaxEnum.self) {
    case .functionDecl(let function): return names(of: function.signature.returnClause?.type)
    case .accessorDecl, .accessorBlock:
      let owner = node.ancestors.first {
        $0.is(PatternBindingSyntax.self) || $0.is(SubscriptDeclSyntax.self)
      }
      let type = owner?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
      return names(of: type ?? owner?.as(SubscriptDeclSyntax.self)?.returnClause.type)
    case .closureExpr(let closure):
      let type = node.parent?.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type
      let base = type?.as(AttributedTypeSyntax.self)?.baseType ?? type
      let stated = closure.signature?.returnClause?.type
      return names(of: stated ?? base?.as(FunctionTypeSyntax.self)?.returnClause.type)
    default: return nil
    }
  }

  private func types(ofArgument argument: LabeledExprSyntax) -> Set<String>? {
    let path = argument.parent?.as(LabeledExprListSyntax.self)?.first?.expression
    if let path = path?.as(KeyPathExprSyntax.self), argument.label == nil {
      return project.typesOfValues[path.lastComponent].map { [$0] }
    }
    // An empty string indicates that at least one of the types is generic or not declared.
    let types = argument.label.flatMap { project.argumentTypes[$0.text] }
    return types?.contains("") == true ? nil : types
  }

  private func types(ofAssigned target: ExprSyntax) -> Set<String>? {
    if let subscripted = target.as(SubscriptCallExprSyntax.self) {
      let key = subscripted.arguments.first?.expression.metatype
      return key.flatMap { project.clients[client($0, at: target)] == nil ? nil : [$0] }
    }
    let name = target.lastComponent
    if let base = target.as(MemberAccessExprSyntax.self)?.base,
      Self.valuesNames.contains(text(base))
    {
      guard project.valuesKeys.contains(name) else { return [] }
      return project.typesOfValues[name].map { [$0] }
    }
    let types = project.declaredTypes(of: name)
    return types.isEmpty ? nil : types
  }

  private func names(of type: TypeSyntax?) -> Set<String>? {
    type.map { [text($0.withoutOptional)] }
  }
}

extension ExprListSyntax {
  /// The role of an element in a sequence of operands and operators.
  fileprivate enum Role {
    case assigned(to: ExprSyntax)
    case cast(to: TypeSyntax)
    /// The element is one of several possible values of the sequence, as in
    /// `flag ? element : other`, so both have the same type.
    case alternative
    /// The element is an operand of another operator, such as `==`.
    case operand
  }

  fileprivate func role(of element: Syntax) -> Role {
    let all = Array(self)
    guard let index = all.firstIndex(where: { $0.id == element.id }) else { return .operand }
    if index + 2 < all.count, all[index + 1].is(UnresolvedAsExprSyntax.self),
      let type = all[index + 2].as(TypeExprSyntax.self)?.type
    {
      return .cast(to: type)
    }
    let isAssigned = all.count > 2 && all[1].is(AssignmentExprSyntax.self)
    let before = index > 0 ? all[index - 1] : nil
    let isChosen =
      element.is(UnresolvedTernaryExprSyntax.self)
      || before?.is(UnresolvedTernaryExprSyntax.self) == true
      || before?.as(BinaryOperatorExprSyntax.self)?.operator.text == "??"
    if isAssigned, isChosen || index == 2 { return .assigned(to: all[0]) }
    return isChosen ? .alternative : .operand
  }
}

extension Syntax {
  /// Whether the node is a function, an accessor, or a closure that a `return` statement inside it
  /// returns from.
  fileprivate var returnsValue: Bool {
    [.accessorBlock, .accessorDecl, .closureExpr, .functionDecl].contains(kind)
  }
}
