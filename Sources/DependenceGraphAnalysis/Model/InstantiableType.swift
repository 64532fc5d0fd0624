/// A declaration that is marked `@Instantiable`.
@dynamicMemberLookup
struct InstantiableType: Codable, Hashable, Sendable {
  var declaration: TypeDeclaration
  /// The type that is made: `Box<T>` of a declaration, `Box<Int>` where `instantiate` returns that.
  var type: TypeReference
  var isRoot = false
  var additionalTypes: [TypeReference] = []
  var properties: [InjectedProperty] = []
  /// The function that makes the type. Nil where the macro is to generate a memberwise `init`.
  var initializer: Initializer?
  /// The arguments of every initialiser that is written down: `first:second:`.
  var initializerLabels: [String] = []
  /// Of an extension: the pairs of types that it requires to be the same.
  var sameTypes: [[TypeReference]] = []
  /// Of an extension: whether it has requirements that cannot be checked.
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
