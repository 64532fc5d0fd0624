import SwiftSyntax

extension FunctionCallExprSyntax {
  /// The assemblies passed to `Assembler([…])` or `assembler.apply(assemblies: […])`, or `nil` for
  /// other calls. An assembly is a Swinject type that registers several services.
  var assemblies: [ExprSyntax]? {
    guard let first = arguments.first,
      arguments.dropFirst().allSatisfy({ $0.label?.text == "container" })
    else { return nil }
    switch (calledExpression.lastComponent, first.label?.text) {
    case ("apply", "assembly"): return [first.expression]
    case ("Assembler", nil), ("apply", "assemblies"):
      let all = first.expression.as(ArrayExprSyntax.self)?.elements.map(\.expression)
      return all?.contains { $0.is(SequenceExprSyntax.self) } == false ? all : nil
    default: return nil
    }
  }

  /// The Swinject assembly whose `assemble(container:)` method the call invokes, or `nil` if the
  /// assembly is a closure argument such as `$0` or the call invokes another method.
  var assembly: ExprSyntax? {
    guard let member = calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.text == "assemble", arguments.first?.label?.text == "container"
    else { return nil }
    return base.trimmedDescription.hasPrefix("$") ? nil : base
  }
}
