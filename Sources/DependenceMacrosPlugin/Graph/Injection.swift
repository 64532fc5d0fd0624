import SwiftSyntax
import SwiftSyntaxMacros

/// An attribute that marks a property as injected, such as `@Received`, and specifies where the
/// dependency graph finds the property's value.
enum Injection: String {
  case instantiated = "Instantiated"
  case received = "Received"
  case forwarded = "Forwarded"
}

extension AttributeListSyntax {
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
  var lastName: String? { attributeName.lastName }

  var withoutArguments: AttributeSyntax {
    var copy = self
    (copy.leftParen, copy.arguments, copy.rightParen) = (nil, nil, nil)
    return copy
  }

  func argument(_ label: String) -> LabeledExprSyntax? {
    arguments?.as(LabeledExprListSyntax.self)?.first { $0.label?.text == label }
  }
}

extension LabeledExprSyntax {
  var booleanLiteral: Bool? {
    expression.as(BooleanLiteralExprSyntax.self).map { $0.literal.tokenKind == .keyword(.true) }
  }

  /// The text between the quotes of this argument, or `nil` if the argument is not a simple string
  /// literal. Escape sequences are not evaluated.
  var stringLiteral: String? {
    guard let segments = expression.as(StringLiteralExprSyntax.self)?.segments, segments.count == 1
    else { return nil }
    return segments.first?.as(StringSegmentSyntax.self)?.content.text
  }
}

extension ExprSyntax {
  /// The expression `T` in `T.self`, or `nil` if this expression does not have that form.
  var metatypeBase: ExprSyntax? {
    guard let access = self.as(MemberAccessExprSyntax.self),
      access.declName.baseName.tokenKind == .keyword(.`self`)
    else { return nil }
    return access.base
  }
}

/// Implements `@Instantiated`, `@Received` and `@Forwarded`. These macros generate no code: they
/// only report errors in the property that they mark. `@Instantiable`, the macro on the enclosing
/// type, generates the code.
enum InjectionMacro: PeerMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    context.diagnoseInjection(of: DeclSyntax(declaration), by: node)
    return []
  }
}
