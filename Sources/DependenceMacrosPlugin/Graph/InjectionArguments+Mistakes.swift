import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Says which arguments of `@Instantiated` or `@Received` do not fit the property.
  func diagnoseArguments(of attribute: AttributeSyntax, name: String, type: TypeSyntax) {
    for label in ["erasedToConcreteExistential", "onlyIfAvailable"] {
      diagnoseBoolean(attribute.argument(label))
    }
    switch attribute.lastName {
    case Injection.instantiated.rawValue: diagnoseInstantiated(attribute, name: name, type: type)
    case Injection.received.rawValue: diagnoseReceived(attribute, name: name, type: type)
    default: break
    }
  }

  /// Says that an argument is not a literal, which is all that a build can read.
  func diagnoseBoolean(_ argument: LabeledExprSyntax?) {
    guard let argument, argument.booleanLiteral == nil else { return }
    error(
      "'\(argument.label?.text ?? ""):' is read before anything runs; write 'true' or 'false'",
      at: argument.expression
    )
  }

  private func diagnoseInstantiated(_ attribute: AttributeSyntax, name: String, type: TypeSyntax) {
    let kind = type.lastName ?? ""
    let isErased = ["ErasedInstantiator", "SendableErasedInstantiator"].contains(kind)
    guard let argument = attribute.argument("fulfilledByType") else {
      guard isErased else { return }
      var marked = attribute.trimmed
      marked.leftParen = .leftParenToken()
      marked.arguments = .argumentList([
        LabeledExprSyntax(label: "fulfilledByType", expression: "\"<#Type#>\"" as ExprSyntax)
      ])
      marked.rightParen = .rightParenToken()
      return error(
        "'\(kind)' does not say what '\(name)' makes; name the type",
        at: attribute,
        fixIt: ["add 'fulfilledByType:'": [.replacing(attribute, with: marked)]]
      )
    }
    guard let fulfilling = string(of: argument) else { return }
    guard fulfilling.isNameOfType else {
      return error("'\(fulfilling.oneLine)' is not the name of a type", at: argument.expression)
    }
    if ["Instantiator", "SendableInstantiator"].contains(kind) {
      let erased = kind.replacing("Instantiator", with: "ErasedInstantiator")
      error(
        """
        '\(kind)' makes the type that it names; for 'fulfilledByType:' the property is \
        '\(erased)<Forwarded, Erased>'
        """,
        at: argument.label ?? attribute.attributeName.firstToken(viewMode: .sourceAccurate) ?? "",
        fixIt: [
          "remove 'fulfilledByType:'": [.replacing(attribute, with: attribute.withoutArguments)]
        ]
      )
    }
  }

  /// The value of an argument, which has to be a literal.
  private func string(of argument: LabeledExprSyntax) -> String? {
    if let literal = argument.stringLiteral { return literal }
    error(
      "'\(argument.label?.text ?? ""):' is read before anything runs; write a string literal",
      at: argument.expression
    )
    return nil
  }

  private func diagnoseReceived(_ attribute: AttributeSyntax, name: String, type: TypeSyntax) {
    if let argument = attribute.argument("onlyIfAvailable"), argument.booleanLiteral == true,
      !type.isOptional
    {
      let isCompound =
        type.is(SomeOrAnyTypeSyntax.self) || type.is(FunctionTypeSyntax.self)
        || type.is(AttributedTypeSyntax.self) || type.is(CompositionTypeSyntax.self)
      let optional: TypeSyntax = isCompound ? "(\(type.trimmed))?" : "\(type.trimmed)?"
      error(
        "'\(name)' may be missing, so that its type is an optional",
        at: type,
        fixIt: ["make it '\(optional)'": [.replacing(type, with: optional)]]
      )
    }
    guard let named = attribute.argument("fulfilledByDependencyNamed") else { return }
    let ofType = attribute.argument("ofType")
    let base = ofType?.expression.metatypeBase
    if let above = string(of: named) {
      if !above.isName {
        error("'\(above.oneLine)' is not the name of a property", at: named.expression)
      } else if above == name, let base, base.typeSpelling == type.typeSpelling {
        error(
          "'\(name)' cannot be fulfilled by itself; name what is above",
          at: attribute,
          fixIt: ["remove the arguments": [.replacing(attribute, with: attribute.withoutArguments)]]
        )
      }
    }
    if let ofType, base == nil {
      error(
        "'ofType:' is read before anything runs; write the type, as in 'Service.self'",
        at: ofType.expression
      )
    }
  }
}

extension String {
  /// True if this is an identifier, without the backticks that it may need.
  fileprivate var isName: Bool {
    first?.isNumber == false && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  /// True if this can be the name of a type, such as `Feature.Box<Int>`, and nothing worse.
  ///
  /// Not parsed, which would take the parser into the macros; whoever generates code from it does.
  fileprivate var isNameOfType: Bool {
    guard first?.isLetter == true || first == "_", last != "." else { return false }
    return allSatisfy { $0.isLetter || $0.isNumber || "_.<>, []?:()".contains($0) }
  }

  fileprivate var oneLine: String { replacing("\n", with: " ") }
}

extension SyntaxProtocol {
  /// The spelling of a type, as far as it tells types apart.
  var typeSpelling: String {
    let words = trimmedDescription.filter { !"()".contains($0) }
    return words.hasPrefix("any ") ? String(words.dropFirst(4)) : words
  }
}
