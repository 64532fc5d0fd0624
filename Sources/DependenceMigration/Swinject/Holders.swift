import SwiftSyntax

// Variables that hold a container or an assembler.

extension ProjectIndex {
  /// True if 'Container' and 'Assembler' are not types of the project's own.
  var hasTheirContainers: Bool { declares.isDisjoint(with: ["Assembler", "Container"]) }

  /// True if a reader of a container does more than to fill it or to ask it.
  func isHanded(_ name: DeclReferenceExprSyntax) -> Bool {
    var node = Syntax(name)
    if let member = node.parent?.as(MemberAccessExprSyntax.self), member.declName.id == node.id {
      guard member.base != nil else { return false }
      node = Syntax(member)
    }
    while let parent = node.parent {
      if let member = parent.as(MemberAccessExprSyntax.self) {
        let word = member.declName.baseName.text
        guard word == "resolver" else { return !["apply", "register", "resolve"].contains(word) }
      } else if ![.optionalChainingExpr, .forceUnwrapExpr].contains(parent.kind) {
        break
      }
      node = parent
    }
    if let sequence = node.parent?.parent?.as(SequenceExprSyntax.self),
      let value = sequence.assigned
    {
      return value.id == node.id || !value.isEmptyContainer && value.preparation == nil
    }
    guard let call = node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self) else {
      return true
    }
    return call.assembly == nil && !assemblers.contains(call.calledExpression.lastComponent)
      && !ExprSyntax(call).isEmptyContainer
  }
}

extension SequenceExprSyntax {
  /// The value that is assigned to a variable, or thrown away.
  var assigned: ExprSyntax? {
    let parts = Array(elements)
    return parts.count == 3 && parts[1].is(AssignmentExprSyntax.self) ? parts[2] : nil
  }
}

extension ExprSyntax {
  /// `Container()`, or an assembler without assemblies.
  var isEmptyContainer: Bool {
    let text = trimmedDescription
    return ["Assembler()", "Container()"].contains(text) || text.hasPrefix("Assembler(container:")
  }
}
