import SwiftSyntax

/// A property whose value the dependency graph provides.
struct InjectedProperty {
  let injection: Injection
  let attribute: AttributeSyntax
  let name: TokenSyntax
  let type: TypeSyntax

  /// Creates an injected property, or returns `nil` if the declaration is not a valid injected
  /// property.
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

  /// Whether the value must come from a type higher up in the graph. This is an error in the
  /// graph's root, because there are no types above the root.
  var isFromAbove: Bool {
    injection == .received && attribute.argument("fulfilledByDependencyNamed") == nil
      && attribute.argument("onlyIfAvailable")?.booleanLiteral != true
  }

  var parameter: String { "\(name.text): \(type.isEscapingClosure ? "@escaping " : "")\(type)" }

  var assignment: String { "self.\(name.text) = \(name.text)" }
}

extension DeclModifierSyntax {
  /// Whether this modifier is `static` or `class`, so that it declares a type member.
  var isOfType: Bool { name.tokenKind == .keyword(.static) || name.tokenKind == .keyword(.class) }
}

extension TypeSyntax {
  /// Whether a parameter with this type must be marked `@escaping`.
  fileprivate var isEscapingClosure: Bool {
    self.as(AttributedTypeSyntax.self)?.baseType.isEscapingClosure
      ?? self.is(FunctionTypeSyntax.self)
  }

  /// The type's name without its module or enclosing type, such as `Instantiator` for
  /// `DependenceGraph.Instantiator<Screen>`.
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
