import SwiftSyntax

extension SwiftDependenciesMigrator {
  func migrateReport(_ node: FunctionCallExprSyntax) {
    guard let first = node.arguments.first, first.label == nil else {
      if let open = node.leftParen, node.trailingClosure == nil {
        insert("\"An issue was reported.\"" + (node.arguments.isEmpty ? "" : ", "), after: open)
      }
      return
    }
    if first.expression.trimmedDescription == "error" {
      insert("\"\\(", before: first.expression)
      insert(")\"", after: first.expression)
    }
    if let second = node.arguments.dropFirst().first, second.label == nil {
      note(node, why: "'reportIssue' takes one message", write: "join the error and the text")
    }
  }

  /// `withErrorReporting { … }`, where it stands for itself.
  ///
  /// - Returns: False, if its result may be used, or what it does may return.
  func migrateErrorReporting(_ node: FunctionCallExprSyntax) -> Bool {
    let whole = node.parent?.as(AwaitExprSyntax.self).map { Syntax($0) } ?? Syntax(node)
    let words = node.arguments.first?.expression.as(StringLiteralExprSyntax.self)
    guard node.arguments.isEmpty || node.arguments.count == 1 && words?.segments.count == 1,
      words?.openingPounds == nil, words?.openingQuote.text != "\"\"\"",
      let closure = node.trailingClosure, closure.signature == nil,
      let item = whole.parent?.as(CodeBlockItemSyntax.self),
      let list = item.parent?.as(CodeBlockItemListSyntax.self),
      list.count > 1 || !item.isReturned
    else { return false }
    let returns = closure.statements.nodes(ReturnStmtSyntax.self) {
      $0.is(ClosureExprSyntax.self) || $0.is(FunctionDeclSyntax.self)
    }
    guard returns.isEmpty else { return false }
    replace(whole.start..<closure.leftBrace.start, with: "do ")
    let message = words.map { "\($0.segments): " } ?? ""
    insert(" catch { reportIssue(\"\(message)\\(error)\") }", after: closure)
    return true
  }

  func migrateExpectation(_ node: FunctionCallExprSyntax) {
    replace(node.calledExpression, with: "withExpectedIssues")
    guard let open = node.leftParen, let close = node.rightParen, !node.arguments.isEmpty else {
      return
    }
    let isIntermittent = node.arguments.first { $0.label?.text == "isIntermittent" }?.expression
      .trimmedDescription
    let known: Set<String?> = [nil, "isIntermittent"]
    guard node.arguments.allSatisfy({ known.contains($0.label?.text) }),
      isIntermittent != nil || node.arguments.count == 1,
      ["true", "false", nil].contains(isIntermittent)
    else {
      note(
        node,
        why: "the arguments of 'withExpectedIssue' have no equivalent",
        write: "give 'count:' and 'matching:' to 'withExpectedIssues'"
      )
      return
    }
    let new =
      isIntermittent == "true" ? "(count: .atLeast(0))" : (node.trailingClosure == nil ? "()" : "")
    replace(open.start..<close.end, with: new)
  }

  /// Removes an argument together with the comma that goes with it.
  func removeArgument(_ index: Int, of node: FunctionCallExprSyntax) {
    let all = Array(node.arguments)
    let start =
      index > 0 ? all[index - 1].expression.end : all[index].start
    let end =
      index > 0 || index + 1 == all.count
      ? all[index].expression.end : all[index + 1].start
    replace(start..<end, with: "")
  }
}

extension CodeBlockItemSyntax {
  /// True if this may be the result of a function, as the only statement of it.
  fileprivate var isReturned: Bool {
    let function = parent?.parent?.parent
    if let function = function?.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    return function?.is(AccessorDeclSyntax.self) == true
      || parent?.parent?.is(AccessorBlockSyntax.self) == true
  }
}
