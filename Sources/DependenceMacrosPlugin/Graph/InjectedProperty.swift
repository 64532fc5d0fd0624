import SwiftSyntax

/// A property marked `@Instantiated`, `@Received` or `@Forwarded`. The dependency graph's generated
/// code passes the property's value to the enclosing type's initializer.
struct InjectedProperty {
  let injection: Injection
  let attribute: AttributeSyntax
  let name: TokenSyntax
  let type: TypeSyntax

  /// Creates the injected property declared by `variable`, or returns `nil` if the declaration has
  /// no injection attribute or is invalid, for example because it has no explicit type.
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

  /// Whether the value must come from a type that directly or indirectly creates the enclosing
  /// type. No type creates the root of the dependency graph, so the root cannot have such a
  /// property.
  var isFromAbove: Bool {
    injection == .received && attribute.argument("fulfilledByDependencyNamed") == nil
      && attribute.argument("onlyIfAvailable")?.booleanLiteral != true
  }

  var parameter: String { "\(name.text): \(type.isEscapingClosure ? "@escaping " : "")\(type)" }

  var assignment: String { "self.\(name.text) = \(name.text)" }
}

extension DeclModifierSyntax {
  /// Whether this modifier is `static` or `class`, which makes the declaration a type member rather
  /// than an instance member.
  var isOfType: Bool { name.tokenKind == .keyword(.static) || name.tokenKind == .keyword(.class) }
}

extension TypeSyntax {
  /// Whether this is a non-optional closure type. A parameter of such a type must be marked
  /// `@escaping` if its value is stored in a property.
  fileprivate var isEscapingClosure: Bool {
    if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
      return tuple.elements.first?.type.isEscapingClosure == true
    }
    return self.as(AttributedTypeSyntax.self)?.baseType.isEscapingClosure
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
