import SwiftSyntax
import SwiftSyntaxBuilder

extension ExprSyntax {
  /// This expression's type, or `nil` if it isn't evident from the source code. Macros run before
  /// type checking, so they can determine the types only of literals, `x as T`, `T(…)` and closures
  /// with a complete signature.
  var evidentType: TypeSyntax? {
    if self.is(IntegerLiteralExprSyntax.self) { return "Int" }
    if self.is(FloatLiteralExprSyntax.self) { return "Double" }
    if self.is(StringLiteralExprSyntax.self) { return "String" }
    if self.is(BooleanLiteralExprSyntax.self) { return "Bool" }
    // The parser doesn't fold operators into a tree, so `x as T` is a sequence of three elements:
    // `x`, `as` and `T`.
    if let sequence = self.as(SequenceExprSyntax.self), sequence.elements.count == 3,
      let cast = sequence.elements.dropFirst().first?.as(UnresolvedAsExprSyntax.self),
      cast.questionOrExclamationMark == nil
    {
      return sequence.elements.last?.as(TypeExprSyntax.self)?.type.trimmed
    }
    if let closure = self.as(ClosureExprSyntax.self) { return closure.signature?.type }
    return self.as(FunctionCallExprSyntax.self)?.calledExpression.typeName
  }

  /// This expression's most likely type, or `nil` if the source code gives no hint. Unlike
  /// ``evidentType``, this property assumes that members such as `T.live` and `T.make()` have type
  /// `T`, as is conventional in Swift.
  var likelyType: TypeSyntax? {
    let callee = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
    return evidentType ?? callee.as(MemberAccessExprSyntax.self)?.base?.typeName
  }

  /// Whether this is a closure expression, possibly in parentheses or followed by a cast, as in
  /// `{ $0 } as Fetch`.
  var isClosure: Bool {
    if let sequence = self.as(SequenceExprSyntax.self),
      sequence.elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true
    {
      return sequence.elements.first?.isClosure == true
    }
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.expression.isClosure == true
    }
    return self.is(ClosureExprSyntax.self)
  }

  /// Whether this expression consists only of literals and macros, and therefore doesn't refer to
  /// any declaration.
  var isLiteral: Bool {
    if let text = self.as(StringLiteralExprSyntax.self) {
      return text.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    }
    if let signed = self.as(PrefixOperatorExprSyntax.self) { return signed.expression.isLiteral }
    if let array = self.as(ArrayExprSyntax.self) {
      return array.elements.allSatisfy(\.expression.isLiteral)
    }
    if let dictionary = self.as(DictionaryExprSyntax.self) {
      guard case .elements(let elements) = dictionary.content else { return true }
      return elements.allSatisfy { $0.key.isLiteral && $0.value.isLiteral }
    }
    let literals: [SyntaxKind] = [
      .booleanLiteralExpr, .floatLiteralExpr, .integerLiteralExpr, .macroExpansionExpr,
      .nilLiteralExpr,
    ]
    return literals.contains(kind)
  }

  /// The type that this expression names, such as `Feature.Client` or `Box<Int>`, or `nil` if the
  /// expression is not a capitalized name.
  private var typeName: TypeSyntax? {
    let last: TokenSyntax? =
      if let name = self.as(DeclReferenceExprSyntax.self) {
        name.baseName
      } else if let member = self.as(MemberAccessExprSyntax.self), member.base?.typeName != nil {
        member.declName.baseName
      } else if let generic = self.as(GenericSpecializationExprSyntax.self),
        generic.expression.typeName != nil
      {
        generic.expression.lastToken(viewMode: .sourceAccurate)
      } else {
        nil
      }
    return last?.text.first?.isUppercase == true ? "\(raw: trimmedDescription)" : nil
  }
}

extension ClosureSignatureSyntax {
  fileprivate var type: TypeSyntax? {
    guard case .parameterClause(let clause) = parameterClause, let returnClause else { return nil }
    let parameters = clause.parameters.compactMap { parameter in
      parameter.type.map { "\($0.trimmedDescription)\(parameter.ellipsis?.text ?? "")" }
    }
    guard parameters.count == clause.parameters.count else { return nil }
    let attributes = attributes.map { "\($0.trimmedDescription) " }.joined()
    let effects = effectSpecifiers.map { " \($0.trimmedDescription)" } ?? ""
    let list = parameters.joined(separator: ", ")
    return "\(raw: attributes)(\(raw: list))\(raw: effects) \(returnClause.trimmed)"
  }
}
