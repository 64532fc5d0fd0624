/// A protocol, with what a type has to have to conform to it.
package struct ProtocolDeclaration: Codable, Hashable, Sendable {
  package struct Requirement: Codable, Hashable, Sendable {
    package enum Kind: UInt8, Codable, Hashable, Sendable {
      case function
      case property
      case initializer
      case `subscript`
      case associatedType
    }

    package var kind: Kind
    /// The name without arguments; `init` and `subscript` for those.
    package var name: String
    /// The whole requirement on one line, as written, without comments.
    package var source: String
    /// Of functions, initialisers and subscripts.
    package var parameters: [Initializer.Parameter]
    /// The result, or the type of a property; nil for none.
    package var type: TypeReference?
    package var isStatic: Bool
    package var isMutating: Bool
    package var isSettable: Bool
    package var isAsync: Bool
    /// `throws` or `throws(E)`, as written; nil for none.
    package var throwing: String?
    /// `<T: P>`, as written; nil for none.
    package var generics: String?
    /// As written, without `where`'s leading space; nil for none.
    package var whereClause: String?
    /// As written: `@MainActor`.
    package var attributes: [String]
    package var place: SourcePlace

    package init(
      kind: Kind,
      name: String,
      source: String,
      parameters: [Initializer.Parameter] = [],
      type: TypeReference? = nil,
      isStatic: Bool = false,
      isMutating: Bool = false,
      isSettable: Bool = false,
      isAsync: Bool = false,
      throwing: String? = nil,
      generics: String? = nil,
      whereClause: String? = nil,
      attributes: [String] = [],
      place: SourcePlace
    ) {
      self.kind = kind
      self.name = name
      self.source = source
      self.parameters = parameters
      self.type = type
      self.isStatic = isStatic
      self.isMutating = isMutating
      self.isSettable = isSettable
      self.isAsync = isAsync
      self.throwing = throwing
      self.generics = generics
      self.whereClause = whereClause
      self.attributes = attributes
      self.place = place
    }
  }

  package var name: String
  package var inheritedTypes: [TypeReference]
  package var access: AccessLevel
  /// As written: `@MainActor`.
  package var attributes: [String]
  package var requirements: [Requirement]
  package var module: String
  package var place: SourcePlace

  package init(
    name: String,
    inheritedTypes: [TypeReference] = [],
    access: AccessLevel = .internal,
    attributes: [String] = [],
    requirements: [Requirement] = [],
    module: String,
    place: SourcePlace
  ) {
    self.name = name
    self.inheritedTypes = inheritedTypes
    self.access = access
    self.attributes = attributes
    self.requirements = requirements
    self.module = module
    self.place = place
  }
}
