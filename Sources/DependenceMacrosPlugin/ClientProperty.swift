import SwiftSyntax

struct ClientProperty {
  /// The action of the generated initializer if its caller omits the property.
  enum Fallback {
    case keepInitialValue, setNil, leaveUnimplemented
  }

  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let name: TokenSyntax
  let type: TypeSyntax
  /// The closure type of an endpoint, or `nil` if the property is a value or its type is unknown.
  let signature: EndpointSignature?
  /// Whether the property is an endpoint, which is a closure that is unimplemented by default.
  let isEndpoint: Bool

  /// Creates a property of a client whose `members` may declare aliases of closure types.
  init?(
    _ binding: PatternBindingSyntax,
    of declaration: VariableDeclSyntax,
    type: TypeSyntax,
    in members: MemberBlockItemListSyntax
  ) {
    guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
    else { return nil }
    (self.declaration, self.binding) = (declaration, binding)
    (self.name, self.type) = (name.trimmed, type.trimmed)
    signature = EndpointSignature(type, in: members)
    isEndpoint = signature != nil || declaration.attributes.contains("DependencyEndpoint")
  }
}

extension ClientProperty {
  var initialValue: ExprSyntax? { binding.initializer?.value.trimmed }
  var access: AccessLevel { AccessLevel(of: declaration.modifiers) }
  var isLet: Bool { declaration.isLet }
  var isOptional: Bool { signature?.isOptional ?? type.isOptional }
  var hasReplaceableValue: Bool { isEndpoint && initialValue != nil && access > .fileprivate }

  /// Whether the endpoint is a constant, which tests cannot replace. Its methods report calls.
  var isConstantEndpoint: Bool { hasReplaceableValue && isLet && hasMethods }

  /// The action of the initializer if the property is omitted, or `nil` if it is required.
  var fallback: Fallback? {
    if initialValue != nil { return .keepInitialValue }
    if isEndpoint { return signature?.isOptional == true ? .setNil : .leaveUnimplemented }
    return type.isOptional && !isLet ? .setNil : nil
  }

  var isParameter: Bool {
    // Constants and private properties that have initial values are not parameters.
    initialValue == nil || (!isLet && access > .fileprivate)
  }

  /// Whether the macro generates methods with the same name that call the closure in this property.
  var hasMethods: Bool { signature?.isCallable == true }
}

extension VariableDeclSyntax {
  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether this declares stored properties of an instance, which an initializer can set.
  var isStored: Bool {
    let others: [TokenKind] = [.keyword(.static), .keyword(.class), .keyword(.lazy)]
    return !modifiers.contains { others.contains($0.name.tokenKind) }
      && bindings.allSatisfy { $0.accessorBlock?.isObserving ?? true }
  }
}

extension AccessorBlockSyntax {
  /// Whether this block contains only the observers `willSet` and `didSet`.
  fileprivate var isObserving: Bool {
    guard case .accessors(let list) = accessors else { return false }
    let observers: [TokenKind] = [.keyword(.willSet), .keyword(.didSet)]
    return list.allSatisfy { observers.contains($0.accessorSpecifier.tokenKind) }
  }
}

extension AttributeListSyntax {
  /// Returns `true` if the list contains the attribute `name`, with or without its module name.
  func contains(_ name: String) -> Bool {
    contains { $0.as(AttributeSyntax.self)?.lastName == name }
  }

  var availability: String {
    filter { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "available" }
      .map { $0.trimmedDescription + " " }.joined()
  }
}
