import SwiftSyntax

struct ClientProperty {
  /// The generated initializer's behavior for a property if the caller does not pass a value.
  enum Fallback {
    case keepInitialValue, setNil, leaveUnimplemented
  }

  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let name: TokenSyntax
  let type: TypeSyntax
  /// The closure type of an endpoint. It is `nil` if the property is not a closure, or if its type
  /// is an alias that the macro cannot resolve.
  let signature: EndpointSignature?
  /// Whether the property is an endpoint: a closure that tests can replace.
  let isEndpoint: Bool

  /// Creates a client's property. `members` are the client's members, among which the macro looks
  /// for aliases of closure types.
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

  /// Whether the endpoint is a `let` constant. Tests cannot replace it, so its generated methods
  /// report calls themselves.
  var isConstantEndpoint: Bool { hasReplaceableValue && isLet && hasMethods }

  /// The initializer's behavior if the caller does not pass a value, or `nil` if the parameter is
  /// required.
  var fallback: Fallback? {
    if initialValue != nil { return .keepInitialValue }
    if isEndpoint { return signature?.isOptional == true ? .setNil : .leaveUnimplemented }
    return type.isOptional && !isLet ? .setNil : nil
  }

  var isParameter: Bool {
    // The initializer has no parameters for constants and private properties with initial values.
    initialValue == nil || (!isLet && access > .fileprivate)
  }

  /// Whether the macro generates methods that have this property's name and call its closure.
  var hasMethods: Bool { signature?.isCallable == true }
}

extension VariableDeclSyntax {
  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether this declares stored instance properties, which an initializer can set.
  var isStored: Bool {
    let others: [TokenKind] = [.keyword(.static), .keyword(.class), .keyword(.lazy)]
    return !modifiers.contains { others.contains($0.name.tokenKind) }
      && bindings.allSatisfy { $0.accessorBlock?.isObserving ?? true }
  }
}

extension AccessorBlockSyntax {
  /// Whether this block contains only `willSet` and `didSet` observers.
  fileprivate var isObserving: Bool {
    guard case .accessors(let list) = accessors else { return false }
    let observers: [TokenKind] = [.keyword(.willSet), .keyword(.didSet)]
    return list.allSatisfy { observers.contains($0.accessorSpecifier.tokenKind) }
  }
}

extension AttributeListSyntax {
  func contains(_ name: String) -> Bool {
    contains { $0.as(AttributeSyntax.self)?.lastName == name }
  }

  var availability: String {
    filter { $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "available" }
      .map { $0.trimmedDescription + " " }.joined()
  }
}
