/// A declaration that is marked `@Instantiable`.
package struct InstantiableType: Codable, Hashable, Sendable {
  package enum Kind: UInt8, Codable, Hashable, Sendable {
    case `struct`
    case `class`
    case actor
    case `enum`
    /// An extension, whose `static func instantiate(…)` makes the type.
    case `extension`
  }

  /// The name with those of the types around it, without generic parameters: `Outer.Inner`.
  package var name: String
  /// Names of the type's own generic parameters. None for an extension.
  package var genericParameters: [String]
  /// The type that is made: `Box<T>` for `struct Box<T>`, `Box<Int>` for an extension whose
  /// `instantiate` returns that.
  package var type: TypeReference
  package var kind: Kind
  package var module: String
  /// Where the name stands.
  package var place: SourcePlace
  /// The narrowest access of the type and those around it.
  package var access: AccessLevel
  /// Every attribute but ours, as written: `@MainActor`.
  package var attributes: [String]
  /// The global actor of the type, without `@`; "nonisolated" if it says so; nil if it says nothing.
  package var isolation: String?
  package var inheritedTypes: [TypeReference]
  package var isRoot: Bool
  /// `fulfillingAdditionalTypes:`
  package var additionalTypes: [TypeReference]
  /// `conformsElsewhere:`
  package var conformsElsewhere: Bool
  /// In the order of their declaration.
  package var properties: [InjectedProperty]
  /// What makes the type. Nil where the macro is to generate a memberwise `init`.
  package var initializer: Initializer?

  package init(
    name: String,
    genericParameters: [String] = [],
    type: TypeReference? = nil,
    kind: Kind = .struct,
    module: String,
    place: SourcePlace,
    access: AccessLevel = .internal,
    attributes: [String] = [],
    isolation: String? = nil,
    inheritedTypes: [TypeReference] = [],
    isRoot: Bool = false,
    additionalTypes: [TypeReference] = [],
    conformsElsewhere: Bool = false,
    properties: [InjectedProperty] = [],
    initializer: Initializer? = nil
  ) {
    self.name = name
    self.genericParameters = genericParameters
    self.type =
      type ?? TypeReference(name, arguments: genericParameters.map { TypeReference($0) })
    self.kind = kind
    self.module = module
    self.place = place
    self.access = access
    self.attributes = attributes
    self.isolation = isolation
    self.inheritedTypes = inheritedTypes
    self.isRoot = isRoot
    self.additionalTypes = additionalTypes
    self.conformsElsewhere = conformsElsewhere
    self.properties = properties
    self.initializer = initializer
  }
}

extension InstantiableType {
  /// What `instantiate` of an instantiator takes: `Void`, one type, or a tuple with labels.
  package var forwardedProperties: TypeReference {
    let forwarded = properties.filter { $0.source == .forwarded }
    if forwarded.count == 1 { return forwarded[0].type }
    return TypeReference(
      kind: .tuple,
      "",
      labels: forwarded.map(\.label),
      arguments: forwarded.map(\.type)
    )
  }
}
