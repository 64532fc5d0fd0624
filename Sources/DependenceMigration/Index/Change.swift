import SwiftSyntax

/// Code that changes a variable or part of its value, such as `count += 1`, `list[0] = 1`,
/// `list.append(1)`, or `load(&list)`.
struct Change {
  let node: Syntax
  /// The names in the changed expression. For `self.model.list.append(1)`, they are
  /// `["self", "model", "list"]`. An element is `nil` for a subscript or another expression. Names
  /// before a call are omitted, because changing a call's result does not change the value that the
  /// method is called on.
  let path: [String?]
  /// The name of the called method if the change is a call such as `list.append(1)`, or `nil`
  /// otherwise. The method may or may not be mutating.
  var method: String?

  static func changes(in tree: SourceFileSyntax) -> [Change] {
    let arguments = tree.nodes(InOutExprSyntax.self).map { node in
      Change(node: Syntax(node), path: node.expression.path)
    }
    let calls = tree.nodes(FunctionCallExprSyntax.self).compactMap { node in
      node.calledExpression.as(MemberAccessExprSyntax.self).flatMap { member in
        member.base.map {
          Change(node: Syntax(node), path: $0.path, method: member.declName.baseName.text)
        }
      }
    }
    let assignments = tree.nodes(SequenceExprSyntax.self).flatMap { node -> [Change] in
      let elements = Array(node.elements)
      guard elements.count > 2, elements[1].isAssignment else { return [] }
      let tuple = elements[0].as(TupleExprSyntax.self)?.elements.map(\.expression)
      return (tuple ?? [elements[0]]).map { Change(node: Syntax(node), path: $0.path) }
    }
    return arguments + calls + assignments
  }
}

extension ExprSyntax {
  /// Whether the expression is an operator that changes its left operand, such as `=` or `+=`.
  fileprivate var isAssignment: Bool {
    let comparisons: Set = ["==", "!=", "<=", ">=", "===", "!==", "~="]
    let word = self.as(BinaryOperatorExprSyntax.self)?.operator.text
    return self.is(AssignmentExprSyntax.self)
      || word.map { $0.hasSuffix("=") && !comparisons.contains($0) } == true
  }

  fileprivate var path: [String?] {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let node): [node.baseName.text]
    case .memberAccessExpr(let node): (node.base?.path ?? [nil]) + [node.declName.baseName.text]
    case .subscriptCallExpr(let node): node.calledExpression.path + [nil]
    case .optionalChainingExpr(let node): node.expression.path
    case .forceUnwrapExpr(let node): node.expression.path
    case .tryExpr(let node): node.expression.path
    case .awaitExpr(let node): node.expression.path
    default: [nil]
    }
  }
}
