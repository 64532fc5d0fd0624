import SwiftSyntax

extension SyntaxProtocol {
  /// Whether the function or file that contains this node may run without running the node. For
  /// example, the node may be in a conditional statement, a loop, a closure, or the initial value
  /// of a lazy variable, or a statement before it may return or throw an error that the function
  /// catches.
  ///
  /// Does not consider whether the function itself is called, or whether a statement throws an error
  /// that the function does not catch.
  ///
  /// - Parameter closure: If not `nil`, only code inside this closure is considered, as if the
  ///   closure were the function.
  func isConditional(in closure: ClosureExprSyntax? = nil) -> Bool {
    var node = Syntax(self)
    while let parent = node.parent, parent.id != closure?.id, !parent.isFunction {
      if parent.mayRun(without: node, endingBefore: endPosition) { return true }
      node = parent
    }
    return false
  }
}

extension Syntax {
  /// Whether the code in this node runs separately from the code around it, because the node is a
  /// function, an initializer, an accessor, or the body of a type.
  fileprivate var isFunction: Bool {
    switch kind {
    case .accessorBlock, .accessorDecl, .deinitializerDecl, .functionDecl, .initializerDecl,
      .memberBlock:
      true
    default: false
    }
  }

  /// Returns `true` if this node may run without its child node `child`, or at least without the
  /// part of `child` that ends at the position `end`.
  fileprivate func mayRun(without child: Syntax, endingBefore end: AbsolutePosition) -> Bool {
    switch kind {
    case .catchClause, .closureExpr, .deferStmt, .forStmt, .guardStmt, .ifExpr, .repeatStmt,
      .switchExpr, .whileStmt:
      return true
    case .doStmt:
      // If an error is thrown in the body of a `do` statement and one of its clauses catches it, the
      // rest of the body does not run, but the code after the statement does.
      return self.as(DoStmtSyntax.self)?.catchClauses.isEmpty == false
        && child.tokens(viewMode: .sourceAccurate).contains { $0.position < end && $0.throwsErrors }
    case .tryExpr:
      return self.as(TryExprSyntax.self)?.questionOrExclamationMark?.tokenKind
        == .postfixQuestionMark
    case .initializerClause:
      return isInitialValueComputedOnFirstRead
    case .codeBlockItemList:
      // If a statement before `child` contains `return`, `child` may not run.
      return children(viewMode: .sourceAccurate).prefix { $0.id != child.id }.contains {
        !$0.nodes(ReturnStmtSyntax.self) { $0.isFunction || $0.is(ClosureExprSyntax.self) }.isEmpty
      }
    case .exprList where parent?.is(SequenceExprSyntax.self) == true:
      // In a sequence such as `a && b`, the parser has not determined yet which operands belong to
      // which operator. The first operand always runs. The others may not run if the sequence
      // contains an operator such as `&&`.
      let elements = children(viewMode: .sourceAccurate)
      return elements.first?.id != child.id && elements.contains(where: \.isShortCircuiting)
    default: return false
    }
  }

  /// Whether this node is the initial value of a static property, a lazy property, or a global
  /// variable. Such a value is not computed until code reads the variable.
  private var isInitialValueComputedOnFirstRead: Bool {
    guard let variable = parent?.parent?.parent?.as(VariableDeclSyntax.self) else { return false }
    let modifiers: [Keyword] = [.static, .class, .lazy]
    return variable.modifiers.contains { modifier in
      modifiers.contains { modifier.name.tokenKind == .keyword($0) }
    } || variable.parent?.parent?.parent?.is(SourceFileSyntax.self) == true
  }

  private var isShortCircuiting: Bool {
    let text = self.as(BinaryOperatorExprSyntax.self)?.operator.text
    return self.is(UnresolvedTernaryExprSyntax.self) || ["&&", "||", "??"].contains(text)
  }
}

extension TokenSyntax {
  /// Whether this token is `throw` or a plain `try`. Does not include `try?`, which handles the
  /// error itself, or `try!`, which stops the program.
  fileprivate var throwsErrors: Bool {
    tokenKind == .keyword(.throw)
      || tokenKind == .keyword(.try)
        && parent?.as(TryExprSyntax.self)?.questionOrExclamationMark == nil
  }
}
