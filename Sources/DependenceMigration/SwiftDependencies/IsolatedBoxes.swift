import SwiftSyntax

/// The variables that hold a box of swift-concurrency-extras.
final class BoxFinder: SyntaxVisitor {
  var names: Set<String> = []
  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    let value =
      node.initializer?.value.trimmedDescription ?? node.typeAnnotation?.type.trimmedDescription
      ?? ""
    if value.hasPrefix("ActorIsolated") || value.hasPrefix("LockIsolated") {
      names.insert(node.pattern.trimmedDescription)
    }
    return .visitChildren
  }
}

/// The variables on whose members an expression calls, but for what closures in it do.
final class BoxCalls: SyntaxVisitor {
  var roots: Set<String> = []
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base?.as(DeclReferenceExprSyntax.self) { roots.insert(base.baseName.text) }
    return .visitChildren
  }
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let called = node.calledExpression.as(DeclReferenceExprSyntax.self) {
      roots.insert("\(called)()")
    }
    return .visitChildren
  }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
