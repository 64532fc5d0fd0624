import SwiftSyntax

/// A property that the dependency graph gives its value.
struct InjectedProperty {
  let injection: Injection
  let attribute: AttributeSyntax
  let name: TokenSyntax
  let type: TypeSyntax

  /// - Returns: Nil for a property that nobody injects, or that is not fit to be injected.
  init?(_ variable: VariableDeclSyntax) {
    guard let first = variable.attributes.injections.first,
      !variable.modifiers.contains(where: \.isOfType), variable.bindings.count == 1,
      let binding = variable.bindings.first, binding.initializer == nil,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
      let type = binding.typeAnnotation?.type
    else { return nil }
    (injection, attribute) = first
    self.name = name.trimmed
    self.type = type.trimmed
  }

  /// True if a root can have the property, which has nothing above it.
  var isFromAbove: Bool {
    injection == .received && attribute.argument("fulfilledByDependencyNamed") == nil
      && attribute.argument("onlyIfAvailable")?.booleanLiteral != true
  }

  var parameter: String { "\(name.text): \(type.isEscapingClosure ? "@escaping " : "")\(type)" }

  var assignment: String { "self.\(name.text) = \(name.text)" }
}

extension DeclModifierSyntax {
  /// True if the modifier makes a member one of the type.
  var isOfType: Bool { name.tokenKind == .keyword(.static) || name.tokenKind == .keyword(.class) }
}

extension TypeSyntax {
  /// True if a parameter of this type has to say that the closure escapes.
  fileprivate var isEscapingClosure: Bool {
    self.as(AttributedTypeSyntax.self)?.baseType.isEscapingClosure
      ?? self.is(FunctionTypeSyntax.self)
  }

  /// The name without what is around it: `Instantiator` of `DependenceGraph.Instantiator<Screen>`.
  var lastName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }

  var isOptional: Bool { wrappedType != nil || lastName == "Optional" }

  var wrappedType: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType
    }
    guard let name = self.as(IdentifierTypeSyntax.self), name.name.text == "Optional",
      case .type(let wrapped) = name.genericArgumentClause?.arguments.first?.argument
    else { return nil }
    return wrapped
  }
}
