import SwiftSyntax

struct ClientProperty {
  /// The value that a property gets if a call to the generated initializer omits its argument.
  enum Fallback {
    case keepInitialValue, setNil, leaveUnimplemented
  }

  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let name: TokenSyntax
  let type: TypeSyntax
  /// The property's closure type, or `nil` if the property is not a closure or its type is an alias
  /// that the macro cannot resolve.
  let signature: EndpointSignature?
  /// Whether the property is an endpoint: a closure that tests can replace.
  let isEndpoint: Bool

  /// Creates a description of a client's property, or returns `nil` if the property is declared
  /// with a tuple pattern. If `type` is a type alias, the alias is looked up in the client's
  /// `members`.
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

  /// Whether this property's initial value is a closure, although the macro cannot tell that its
  /// type is a closure type. That happens if the type is an alias that the macro cannot resolve and
  /// the property is not marked `@DependencyEndpoint`.
  var isUnmarkedEndpoint: Bool {
    !isEndpoint && access > .fileprivate && initialValue?.isClosure == true
  }

  /// Whether this property is an endpoint (a closure property) that is declared as a `let` with an
  /// initial value and has generated methods.
  ///
  /// The client's `unimplemented` instance must report all calls to its endpoints. For a `var`, the
  /// macro replaces the initial closure with one that reports its calls. The closure of a `let`
  /// cannot be replaced, so the generated methods report the calls instead.
  var isConstantEndpoint: Bool { hasReplaceableValue && isLet && hasMethods }

  /// Whether the value of this property may be another client, whose endpoints must be wrapped
  /// together with those of this client. The macro cannot see the declaration of the property's
  /// type, so the generated code checks the value. It does not check the value of a property
  /// wrapper, because reading that value may have effects.
  var canBeClient: Bool {
    !isEndpoint && declaration.attributes.isEmpty && type.canBeClient
  }

  /// The value that this property gets if a call to the generated initializer omits its argument,
  /// or `nil` if the argument is required.
  var fallback: Fallback? {
    if initialValue != nil { return .keepInitialValue }
    if isEndpoint { return signature?.isOptional == true ? .setNil : .leaveUnimplemented }
    return type.isOptional && !isLet ? .setNil : nil
  }

  var isParameter: Bool {
    // The generated initializer has no parameter for a constant or private property that has an
    // initial value.
    initialValue == nil || (!isLet && access > .fileprivate)
  }

  /// Whether the macro generates methods that have this property's name and call its closure.
  var hasMethods: Bool { signature?.isCallable == true }
}

extension VariableDeclSyntax {
  var isLet: Bool { bindingSpecifier.tokenKind == .keyword(.let) }

  /// Whether this declaration declares stored instance properties that an initializer can set.
  var isStored: Bool {
    let others: [TokenKind] = [.keyword(.static), .keyword(.class), .keyword(.lazy)]
    return !modifiers.contains { others.contains($0.name.tokenKind) }
      && bindings.allSatisfy { $0.accessorBlock?.isObserving ?? true }
  }
}

extension AccessorBlockSyntax {
  /// Whether this accessor block contains only `willSet` and `didSet` observers, which means that
  /// the property is stored.
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

extension TypeSyntax {
  /// Well-known types that are not clients. Omitting them keeps the generated code short.
  private static let basicTypes: Set = [
    "Bool", "Character", "Data", "Date", "Double", "Duration", "Float", "Int", "String", "UInt",
    "URL", "UUID",
  ]

  fileprivate var canBeClient: Bool {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.canBeClient }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.canBeClient
    }
    if let tuple = self.as(TupleTypeSyntax.self) {
      return tuple.elements.count == 1 && tuple.elements.first?.type.canBeClient == true
    }
    if let named = self.as(IdentifierTypeSyntax.self) {
      return !Self.basicTypes.contains(named.name.text)
    }
    return self.is(MemberTypeSyntax.self) || self.is(SomeOrAnyTypeSyntax.self)
  }
}
