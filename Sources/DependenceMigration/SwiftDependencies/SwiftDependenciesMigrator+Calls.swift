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
    let whole = Syntax(node.parent?.as(AwaitExprSyntax.self)) ?? Syntax(node)
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
    let flag = node.argument("isIntermittent")?.trimmedDescription
    guard node.arguments.allSatisfy({ [nil, "isIntermittent"].contains($0.label?.text) }),
      flag != nil || node.arguments.count == 1, ["true", "false", nil].contains(flag)
    else {
      return note(
        node,
        why: "the arguments of 'withExpectedIssue' have no equivalent",
        write: "give 'count:' and 'matching:' to 'withExpectedIssues'"
      )
    }
    let none = node.trailingClosure == nil ? "()" : ""
    replace(open.start..<close.end, with: flag == "true" ? "(count: .atLeast(0))" : none)
  }

  /// Removes an argument together with the comma that goes with it.
  func removeArgument(_ index: Int, of node: FunctionCallExprSyntax) {
    let all = node.arguments.map { $0 }
    if index > 0 {
      replace(all[index - 1].expression.end..<all[index].expression.end, with: "")
    } else {
      replace(all[0].start..<(all.count > 1 ? all[1].start : all[0].expression.end), with: "")
    }
  }
}

extension CodeBlockItemSyntax {
  /// True if this may be the result of a function, as the only statement of it.
  fileprivate var isReturned: Bool {
    let block = parent?.parent
    if let function = block?.parent?.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    return block?.parent?.is(AccessorDeclSyntax.self) == true
      || block?.is(AccessorBlockSyntax.self) == true
  }
}
