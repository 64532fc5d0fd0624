import SwiftSyntax

extension SwiftDependenciesMigrator {
  /// Migrates the arguments of `reportIssue`, which accepts only a string in this library.
  ///
  /// - Parameter acceptsErrors: Whether the original function also accepts an error, unlike
  ///   `XCTFail`.
  func migrateReport(_ node: FunctionCallExprSyntax, acceptsErrors: Bool = true) {
    guard let first = node.arguments.first, first.label == nil else {
      if let open = node.leftParen, node.trailingClosure == nil {
        insert("\"An issue was reported.\"" + (node.arguments.isEmpty ? "" : ", "), after: open)
      }
      return
    }
    if acceptsErrors, !isString(first.expression) {
      if source.bytes[first.expression.byteRange].contains(.newline) {
        note(
          node,
          why: "'reportIssue' accepts only a string, and this argument may be an error",
          write: "write an error as '\"\\(error)\"', or remove this comment if it is a string"
        )
      } else {
        insert("\"\\(", before: first.expression)
        insert(")\"", after: first.expression)
      }
    }
    if let second = node.arguments.dropFirst().first, second.label == nil {
      note(
        node,
        why: "'reportIssue' accepts only one message",
        write: "combine the error and the text into one message"
      )
    }
  }

  /// Reports a call of `reportIssue` if a global function of the project has the same name, and the
  /// argument does not show which of the two functions the code calls.
  func noteOverloadedReport(_ node: FunctionCallExprSyntax) {
    guard node.calledExpression.is(DeclReferenceExprSyntax.self),
      !project.names.isInScope("reportIssue", at: node),
      let first = node.arguments.first, first.label == nil,
      ![.booleanLiteralExpr, .floatLiteralExpr, .integerLiteralExpr].contains(
        first.expression.kind
      ),
      !isString(first.expression)
    else { return }
    note(
      node,
      why: "this 'reportIssue' may be a function of the project, so the call was not changed",
      write:
        "remove this comment if it is, or write an error as '\"\\(error)\"' if it is the function of the library"
    )
  }

  /// Returns `true` if the source code shows that an expression is a string. If it does not, the
  /// expression may be an error.
  private func isString(_ node: ExprSyntax) -> Bool {
    switch node.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr: return true
    case .sequenceExpr(let node):
      return node.elements.contains { $0.is(StringLiteralExprSyntax.self) }
        && node.elements.allSatisfy {
          $0.as(BinaryOperatorExprSyntax.self).map { $0.operator.text == "+" } ?? true
        }
    case .functionCallExpr(let node): return text(node.calledExpression) == "String"
    case .memberAccessExpr(let node):
      let names = ["debugDescription", "description", "localizedDescription"]
      return names.contains(node.declName.baseName.text)
    case .declReferenceExpr(let node):
      return isStringVariable(node.baseName.text, at: node)
    default: return false
    }
  }

  /// Returns `true` if every parameter and variable with the given name in the enclosing function
  /// is declared as a string. Variables bound by `catch` or another pattern have no type
  /// annotation, so they do not count as strings.
  private func isStringVariable(_ name: String, at node: some SyntaxProtocol) -> Bool {
    guard name != "error", let scope = node.ancestor(FunctionDeclSyntax.self) else { return false }
    let parameters = scope.nodes(FunctionParameterSyntax.self).filter { $0.name == name }
    let patterns = scope.nodes(IdentifierPatternSyntax.self).filter { $0.identifier.text == name }
    let isShadowed = scope.nodes(ClosureExprSyntax.self).contains {
      $0.parameters.contains { $0.name == name }
    }
    return !isShadowed && !(parameters.isEmpty && patterns.isEmpty)
      && parameters.allSatisfy { text($0.type) == "String" }
      && patterns.allSatisfy { pattern in
        let binding = pattern.parent?.as(PatternBindingSyntax.self)
        return binding?.initializer?.value.is(StringLiteralExprSyntax.self) == true
          || binding?.typeAnnotation.map { text($0.type) } == "String"
      }
  }

  /// Replaces the statement `withErrorReporting { … }` with `do { … } catch { reportIssue(…) }`.
  ///
  /// - Returns: `false` if the statement was not replaced, for example because its result may be
  ///   used or its closure contains `return`.
  func migrateErrorReporting(_ node: FunctionCallExprSyntax) -> Bool {
    let whole = Syntax(node.parent?.as(AwaitExprSyntax.self)) ?? Syntax(node)
    let words = node.arguments.first?.expression.as(StringLiteralExprSyntax.self)
    guard node.arguments.isEmpty || node.arguments.count == 1 && words?.segments.count == 1,
      words?.openingPounds == nil, words?.openingQuote.text != "\"\"\"",
      let closure = node.trailingClosure, closure.signature == nil,
      let item = whole.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self),
      list.count > 1 || !item.isReturned
    else { return false }
    guard !closure.statements.returnsEarly else { return false }
    replace(whole.start..<closure.leftBrace.start, with: "do ")
    let message = words.map { "\($0.segments): " } ?? ""
    insert(" catch { reportIssue(\"\(message)\\(error)\") }", after: closure)
    return true
  }

  /// Reports a call to a test clock's `advance` method if the code after the call may run too
  /// early. When `advance` returns, the tasks that it woke may not have run yet. The call is not
  /// reported if the next statement contains `await`, which gives these tasks time to run, or if
  /// the test ends after the call.
  func noteMove(_ node: FunctionCallExprSyntax) {
    guard isTest, let item = node.ancestor(CodeBlockItemSyntax.self), !waits(after: item)
    else { return }
    note(
      node,
      why:
        "after 'advance' returns, the tasks that it woke may not have run yet",
      write:
        "add 'sleepers:' with the number of tasks, so that the call waits until that many tasks are sleeping"
    )
  }

  /// Returns `true` if the statement that runs after the given one contains `await`, or if the test
  /// ends after the given statement. If the given statement is the last one in a loop or an `if`
  /// statement, this method looks for the next statement outside of that block.
  private func waits(after item: CodeBlockItemSyntax) -> Bool {
    let rest = item.parent?.as(CodeBlockItemListSyntax.self)?.drop { $0.id != item.id }
    if let next = rest?.dropFirst().first { return next.waits }
    for outer in item.ancestors {
      switch outer.as(SyntaxEnum.self) {
      case .codeBlockItem(let outer): return waits(after: outer)
      case .forStmt(let loop):
        let isWaiting = loop.awaitKeyword != nil || loop.body.statements.first?.waits == true
        guard isWaiting else { return false }
      case .repeatStmt(let loop): return loop.condition.waits
      case .whileStmt(let loop): return loop.conditions.waits
      case .closureExpr(let closure):
        // Return `false` for a closure that is stored in a variable, because the migration cannot
        // tell which code runs after it.
        guard closure.receiver != nil else { return false }
      case .functionDecl(let function): return function.isTestFunction
      case .accessorBlock, .memberBlockItem: return false
      default: break
      }
    }
    return true
  }

  func migrateExpectation(_ node: FunctionCallExprSyntax) {
    replace(node.calledExpression.nameToken, with: "withExpectedIssues")
    guard let open = node.leftParen, let close = node.rightParen, !node.arguments.isEmpty else {
      return
    }
    let flag = node.argument("isIntermittent")?.trimmedDescription
    guard node.arguments.allSatisfy({ [nil, "isIntermittent"].contains($0.label?.text) }),
      node.trailingClosure != nil, ["true", "false", nil].contains(flag)
    else {
      return note(
        node,
        why: "the arguments of 'withExpectedIssue' have no equivalent",
        write: "use 'count:' and 'matching:' of 'withExpectedIssues'"
      )
    }
    replace(open.start..<close.end, with: flag == "true" ? "(count: .atLeast(0))" : "")
    if let comment = node.arguments.first(where: { $0.label == nil }) {
      note(
        node,
        why: "'withExpectedIssues' accepts no text",
        write: "keep the text in a comment if it is useful, and remove this comment",
        removed: text(comment.expression)
      )
    }
  }

  /// Removes the argument at `index`, together with its comma.
  func removeArgument(_ index: Int, of node: FunctionCallExprSyntax) {
    let all = node.arguments.map { $0 }
    if index > 0 {
      replace(all[index - 1].expression.end..<all[index].expression.end, with: "")
    } else {
      replace(all[0].start..<(all.count > 1 ? all[1].start : all[0].expression.end), with: "")
    }
  }

  /// Wraps a call to `unimplemented` in a closure, as in `{ _ in throw unimplemented("…") }`. In
  /// swift-dependencies, `unimplemented` returns a closure. In this library, code calls
  /// `unimplemented` inside a closure.
  ///
  /// - Returns: `true` if the call was rewritten.
  func migrateUnimplemented(_ node: FunctionCallExprSyntax) -> Bool {
    let called = node.calledExpression
    guard isTheirs("unimplemented", at: node) else { return false }
    let placeholder = Array(node.arguments).firstIndex { $0.label?.text == "placeholder" }
    guard let (name, shapes) = expectedClosure(at: node), !shapes.isEmpty else {
      // A call with a `placeholder:` argument may return a plain value instead of a closure. Both
      // libraries use the same syntax for such a call, so leave it unchanged.
      if placeholder != nil { return false }
      note(
        node,
        why: "the command cannot determine which closure 'unimplemented' replaces",
        write: "call it inside a closure: '{ _ in throw unimplemented(\"…\") }'"
      )
      return false
    }
    let arities = Set(shapes.map(\.arity))
    let effects = Set(shapes.map { [$0.throwsErrors, $0.isVoid] })
    guard arities.count == 1, placeholder != nil || effects.count == 1, let shape = shapes.first
    else {
      note(
        node,
        why: "several closures have the name '\(name)'",
        write: "call 'unimplemented' inside a closure: '{ _ in throw unimplemented(\"…\") }'"
      )
      return false
    }
    let names = Array(repeating: "_", count: shape.arity).joined(separator: ", ")
    var opening = shape.arity == 0 ? "{ " : "{ \(names) in "
    let isHidden =
      project.hasUnimplemented.contains(node.enclosingTypeName ?? "")
      || project.names.isOwn("unimplemented", at: node, in: source)
    var function = isHidden ? "Dependence.unimplemented" : "unimplemented"
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
    return true
  }

  /// Returns the name of the property, parameter, or argument that receives the result of a call to
  /// `unimplemented`, and the closure types that the project declares under that name. Returns
  /// `nil` if there is no such name.
  private func expectedClosure(
    at node: FunctionCallExprSyntax
  ) -> (name: String, shapes: Set<ProjectIndex.ClosureShape>)? {
    let name: String?
    if let target = node.assignmentTarget {
      name = target.lastComponent
    } else if let argument = node.parent?.as(LabeledExprSyntax.self) {
      let path = argument.parent?.as(LabeledExprListSyntax.self)?.first?.expression
      name = argument.label?.text ?? path?.as(KeyPathExprSyntax.self)?.lastComponent
    } else {
      let around = node.parent?.parent
      let binding = around?.as(PatternBindingSyntax.self)
      let parameter = around?.as(FunctionParameterSyntax.self)
      guard let type = binding?.typeAnnotation?.type ?? parameter?.type,
        let name = binding?.pattern.trimmedDescription
          ?? parameter?.name
      else { return nil }
      return ProjectIndex.shape(of: type).map { (name, [$0]) }
    }
    return name.map { ($0, project.closures[$0, default: []]) }
  }
}

extension SyntaxProtocol {
  /// Whether the code contains `await` outside of closures.
  fileprivate var waits: Bool {
    !nodes(AwaitExprSyntax.self, outside: { $0.is(ClosureExprSyntax.self) }).isEmpty
  }
}

extension CodeBlockItemSyntax {
  /// Whether the statement is in the body of a getter or of a function with a result, where a
  /// single expression is returned implicitly.
  fileprivate var isReturned: Bool {
    let block = parent?.parent
    if let function = block?.parent?.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    return block?.parent?.is(AccessorDeclSyntax.self) == true
      || block?.is(AccessorBlockSyntax.self) == true
  }
}
