import SwiftSyntax

struct ClientProperty {
  /// The initialiser's choice for a property that it is not given.
  enum Fallback {
    case keepInitialValue, setNil, leaveUnimplemented
  }

  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let name: TokenSyntax
  let type: TypeSyntax
  /// The type of an endpoint, taken apart; nil for a value, and for an endpoint of which only its user knows the shape.
  let signature: EndpointSignature?
  /// True if this is an endpoint: a closure that is unimplemented if nobody gives it.
  let isEndpoint: Bool

  /// - Parameter members: What else the client declares.
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
  var hasAnswer: Bool { isEndpoint && initialValue != nil && access > .fileprivate }

  /// True if this is an endpoint whose methods report, because nobody can assign it.
  var isConstantEndpoint: Bool { hasAnswer && isLet && hasMethods }

  /// Nil, if the initialiser must be given the property.
  var fallback: Fallback? {
    if initialValue != nil { return .keepInitialValue }
    if isEndpoint { return signature?.isOptional == true ? .setNil : .leaveUnimplemented }
    return type.isOptional && !isLet ? .setNil : nil
  }

  var isParameter: Bool {
    // A constant has its value, and what is private and has one is nobody else's business.
    initialValue == nil || (!isLet && access > .fileprivate)
  }

  /// True if methods of the same name call the property.
  var hasMethods: Bool { signature?.isCallable == true }
}

extension VariableDeclSyntax {
  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// True if this declares stored properties of instances that an initialiser may set.
  var isStored: Bool {
    let others: [TokenKind] = [.keyword(.static), .keyword(.class), .keyword(.lazy)]
    return !modifiers.contains { others.contains($0.name.tokenKind) }
      && bindings.allSatisfy { $0.accessorBlock?.isObserving ?? true }
  }
}

extension AccessorBlockSyntax {
  /// True if this is `willSet` and `didSet` and nothing else.
  fileprivate var isObserving: Bool {
    guard case .accessors(let list) = accessors else { return false }
    let observers: [TokenKind] = [.keyword(.willSet), .keyword(.didSet)]
    return list.allSatisfy { observers.contains($0.accessorSpecifier.tokenKind) }
  }
}

extension AttributeListSyntax {
  /// True if an attribute of this name is in the list, with or without its module.
  func contains(_ name: String) -> Bool {
    contains { $0.as(AttributeSyntax.self)?.lastName == name }
  }

  var availability: String {
    filter { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "available" }
      .map { $0.trimmedDescription + " " }.joined()
  }
}
