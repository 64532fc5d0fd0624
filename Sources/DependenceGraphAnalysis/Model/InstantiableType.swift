/// A declaration that is marked `@Instantiable`.
@dynamicMemberLookup
struct InstantiableType: Codable, Hashable, Sendable {
  var declaration: TypeDeclaration
  /// The created type. For a declaration, it has the type's own parameters, such as `Box<T>`. For
  /// an extension, it is the result of `instantiate`, such as `Box<Int>`.
  var type: TypeReference
  var isRoot = false
  var additionalTypes: [TypeReference] = []
  var properties: [InjectedProperty] = []
  /// The function that creates instances, or `nil` if the macro generates a memberwise `init`.
  var initializer: Initializer?
  /// The argument labels of each declared initializer, such as `first:second:`.
  var initializerLabels: [String] = []
  /// The pairs of types that the `where` clause of an extension requires to be equal.
  var sameTypes: [[TypeReference]] = []
  /// Whether an extension has other generic requirements, which the graph cannot check.
  var hasOtherRequirements = false

  var hasGeneratedInitializer: Bool { initializerLabels.isEmpty && declaration.kind != .extension }

  init(_ declaration: TypeDeclaration, type: TypeReference? = nil) {
    let parameters = declaration.genericParameters.map { TypeReference($0) }
    self.declaration = declaration
    self.type = type ?? TypeReference(declaration.name, arguments: parameters)
  }

  subscript<Value>(dynamicMember path: WritableKeyPath<TypeDeclaration, Value>) -> Value {
    get { declaration[keyPath: path] }
    set { declaration[keyPath: path] = newValue }
  }
}
