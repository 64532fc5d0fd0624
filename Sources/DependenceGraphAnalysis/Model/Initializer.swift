/// The function that makes a type: an `init`, or the `static func instantiate` of an extension.
package struct Initializer: Codable, Hashable, Sendable {
  package struct Parameter: Codable, Hashable, Sendable {
    /// What a caller writes before the colon; "_" for nothing.
    package var label: String
    /// What the body calls it.
    package var name: String
    package var type: TypeReference
    /// The default as it was written; nil, if an argument is required.
    package var defaultValue: String?

    package init(label: String, name: String, type: TypeReference, defaultValue: String? = nil) {
      self.label = label
      self.name = name
      self.type = type
      self.defaultValue = defaultValue
    }
  }

  package var parameters: [Parameter]
  package var access: AccessLevel
  package var isAsync: Bool
  package var isThrowing: Bool
  package var isFailable: Bool
  package var place: SourcePlace

  package init(
    parameters: [Parameter],
    access: AccessLevel = .internal,
    isAsync: Bool = false,
    isThrowing: Bool = false,
    isFailable: Bool = false,
    place: SourcePlace
  ) {
    self.parameters = parameters
    self.access = access
    self.isAsync = isAsync
    self.isThrowing = isThrowing
    self.isFailable = isFailable
    self.place = place
  }
}
