import SwiftSyntax

/// How a property comes by its value.
enum Injection: String, CaseIterable {
  case instantiated = "Instantiated"
  case received = "Received"
  case forwarded = "Forwarded"
}

extension AttributeListSyntax {
  /// The attributes that say how a property comes by its value, in order.
  var injections: [(kind: Injection, attribute: AttributeSyntax)] {
    compactMap { element in
      guard let attribute = element.as(AttributeSyntax.self), let name = attribute.lastName,
        let kind = Injection(rawValue: name)
      else { return nil }
      return (kind, attribute)
    }
  }
}

extension AttributeSyntax {
  /// The name without its module.
  var lastName: String? {
    attributeName.as(IdentifierTypeSyntax.self)?.name.text
      ?? attributeName.as(MemberTypeSyntax.self)?.name.text
  }

  /// The argument with this label.
  func argument(_ label: String) -> LabeledExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == label }
  }
}

extension LabeledExprSyntax {
  /// The value, if it is `true` or `false`.
  var booleanLiteral: Bool? {
    expression.as(BooleanLiteralExprSyntax.self).map { $0.literal.tokenKind == .keyword(.true) }
  }

  /// The value, if it is a string literal without interpolations, as it is written.
  var stringLiteral: String? {
    guard let segments = expression.as(StringLiteralExprSyntax.self)?.segments, segments.count == 1
    else { return nil }
    return segments.first?.as(StringSegmentSyntax.self)?.content.text
  }

  /// `T`, if the value is `T.self`.
  var metatypeLiteral: ExprSyntax? { expression.metatypeBase }
}

extension ExprSyntax {
  /// `T`, if this is `T.self`, without the parentheses around it.
  var metatypeBase: ExprSyntax? {
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.`self`)
    else { return nil }
    return access.base
  }
}
