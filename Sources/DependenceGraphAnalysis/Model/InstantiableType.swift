/// A type that is marked `@Instantiable`, either at its declaration or in an extension.
@dynamicMemberLookup
struct InstantiableType: Codable, Hashable, Sendable {
  var declaration: TypeDeclaration
  /// The type of the created instances. If the type's declaration is marked `@Instantiable`, this
  /// includes the type's generic parameters, as in `Box<T>`. If an extension is marked, it is the
  /// return type of the extension's `instantiate` function, such as `Box<Int>`.
  var type: TypeReference
  var isRoot = false
  var additionalTypes: [TypeReference] = []
  var properties: [InjectedProperty] = []
  /// The declared initializer or `instantiate` function that creates the instances, or `nil` if no
  /// declared function has the required parameters, for example because the macro generates the
  /// initializer.
  var initializer: Initializer?
  /// The argument labels of each declared initializer, such as `first:second:`.
  var initializerLabels: [String] = []
  /// The pairs of types that the extension's `where` clause requires to be equal. For example,
  /// `where Element == Int` adds the pair `[Element, Int]`.
  var sameTypes: [[TypeReference]] = []
  /// Whether the extension's `where` clause has requirements other than equal types, such as
  /// `Element: Hashable`. The graph cannot check such requirements.
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
