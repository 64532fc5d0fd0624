import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A property that `@DependencyEntry` is attached to.
struct Entry {
  let name: String
  let type: TypeSyntax
  let availability: String
  /// The witnesses of the key that is to be written, with their code; nil, if the key is elsewhere.
  let defaults: [(name: String, value: ExprSyntax)]?
  /// The type whose key is elsewhere.
  private let keyBase: String

  /// The name of the key's type.
  var keyName: String { defaults == nil ? "\(keyBase)Key" : "__Key_\(name)" }

  /// The subscript's argument that leads to the value.
  var key: String { defaults == nil ? "test: \(keyName).self" : "\(keyName).self" }

  /// What keeps a declaration from being an entry.
  enum Flaw: Error {
    case notAVariable(DeclSyntax)
    case constant(VariableDeclSyntax)
    case typeProperty(DeclModifierSyntax)
    case severalNames(PatternBindingListSyntax)
    case pattern(PatternSyntax)
    case computed(PatternBindingSyntax)
    case outsideValues(AttributeSyntax)
    case missingType(PatternBindingSyntax)
    case valueWithoutInitialValue(AttributeSyntax, LabeledExprSyntax)
    case namelessKey(TypeSyntax, name: String)
  }

  static func read(
    _ declaration: some DeclSyntaxProtocol,
    attribute: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Result<Entry, Flaw> {
    guard let variable = declaration.as(VariableDeclSyntax.self) else {
      return .failure(.notAVariable(DeclSyntax(declaration)))
    }
    guard variable.bindingSpecifier.tokenKind == .keyword(.var) else {
      return .failure(.constant(variable))
    }
    let typeWords: [TokenKind] = [.keyword(.static), .keyword(.class)]
    if let word = variable.modifiers.first(where: { typeWords.contains($0.name.tokenKind) }) {
      return .failure(.typeProperty(word))
    }
    guard variable.bindings.count == 1, let binding = variable.bindings.first else {
      return .failure(.severalNames(variable.bindings))
    }
    guard let identifier = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      return .failure(.pattern(binding.pattern))
    }
    guard binding.accessorBlock == nil else { return .failure(.computed(binding)) }
    guard context.lexicalContext.first?.extendsDependencyValues == true else {
      return .failure(.outsideValues(attribute))
    }
    guard let type = binding.typeAnnotation?.type ?? binding.initializer?.value.likelyType else {
      return .failure(.missingType(binding))
    }
    let arguments = attribute.arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
    if binding.initializer == nil, let argument = arguments.first {
      return .failure(.valueWithoutInitialValue(attribute, argument))
    }
    guard binding.initializer != nil || type.keyBase != nil else {
      return .failure(.namelessKey(type, name: identifier.text))
    }
    return .success(Entry(variable, identifier, type, binding.initializer?.value, arguments))
  }

  private init(
    _ variable: VariableDeclSyntax,
    _ identifier: TokenSyntax,
    _ type: TypeSyntax,
    _ initialValue: ExprSyntax?,
    _ arguments: [LabeledExprSyntax]
  ) {
    name = identifier.text.filter { $0 != "`" }
    // `var x: T!` reads as an optional.
    self.type =
      type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self).map { "\($0.wrappedType.trimmed)?" }
      ?? type.trimmed
    availability = variable.attributes.availability
    keyBase = type.keyBase ?? ""
    defaults = initialValue.map { initialValue in
      [("liveValue", initialValue.trimmed)]
        + arguments.compactMap { argument in
          argument.label.map { ("\($0.text)Value", argument.expression.trimmed) }
        }
    }
  }
}

extension Syntax {
  fileprivate var extendsDependencyValues: Bool {
    let type = self.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
    return type == "DependencyValues" || type == "Dependence.DependencyValues"
  }
}

extension TypeSyntax {
  /// What the name of the key for this type begins with; nil for a type without a name.
  fileprivate var keyBase: String? {
    if let name = self.as(IdentifierTypeSyntax.self), name.genericArgumentClause == nil {
      return name.trimmedDescription
    }
    if let member = self.as(MemberTypeSyntax.self), member.genericArgumentClause == nil {
      return member.trimmedDescription
    }
    return self.as(SomeOrAnyTypeSyntax.self)?.constraint.keyBase
  }
}
