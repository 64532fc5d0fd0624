import SwiftSyntax

extension ProjectIndex {
  /// Information about a struct marked with `@DependencyClient`, such as whether its endpoints have
  /// initial values. The migration uses it to decide how to migrate calls to the struct's
  /// initializers. If several structs have the same name, the information about them is combined.
  struct Client {
    /// The names of the endpoints, which are the closures that tests can replace.
    private(set) var endpoints: Set<String> = []
    /// The names of the other stored properties.
    private(set) var others: Set<String> = []
    /// Whether an endpoint (a closure that tests can replace) has an initial value.
    ///
    /// If a client is created with `Client()`, swift-dependencies reports calls to such an endpoint
    /// as issues. In this library, these calls run the initial value and are not reported.
    private(set) var hasInitialValues = false
    /// Whether an initializer of the client requires an argument for a property that is not an
    /// endpoint. For such a client, `@DependencyClient` does not generate the property
    /// `unimplemented`.
    private(set) var requiresArguments = false
    private(set) var modules: Set<String> = []
    /// Whether the file that declares the client still imports swift-dependencies.
    private(set) var isUnmigrated = false

    mutating func add(_ node: StructDeclSyntax, of source: MigrationSource) {
      modules.insert(source.module)
      let macros: Set = ["Dependencies", "DependenciesMacros"]
      isUnmigrated = isUnmigrated || !source.importedModules.isDisjoint(with: macros)
      let members = node.memberBlock.members.flatMap(\.declarations)
      for variable in members.compactMap({ $0.as(VariableDeclSyntax.self) })
      where !variable.modifiers.contains(where: { ["lazy", "static"].contains($0.name.text) }) {
        for binding in variable.bindings where binding.isStored {
          add(binding, of: variable)
        }
      }
    }

    private mutating func add(_ binding: PatternBindingSyntax, of variable: VariableDeclSyntax) {
      let name = binding.pattern.trimmedDescription
      let ignored = ["DependencyEndpointIgnored", "DependencyIgnored"]
      let isClosure =
        binding.typeAnnotation.flatMap { ProjectIndex.shape(of: $0.type) } != nil
        || variable.attributes.contains(named: "DependencyEndpoint")
      let isVariable = variable.bindingSpecifier.text == "var"
      if isClosure, isVariable, !ignored.contains(where: variable.attributes.contains(named:)) {
        endpoints.insert(name)
        let value = binding.initializer?.value
        if let value, !value.is(NilLiteralExprSyntax.self) { hasInitialValues = true }
      } else {
        others.insert(name)
        let isOptional = binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) == true
        if binding.initializer == nil, !isOptional || !isVariable { requiresArguments = true }
      }
    }
  }

  /// Returns the clients that code in the given file can create and that have an endpoint (a
  /// closure that tests can replace) with an initial value.
  func clientsWithInitialValues(visibleIn source: MigrationSource) -> [String: Client] {
    let visible = visibleModules(in: source)
    return clients.filter { _, client in
      client.hasInitialValues
        && (source.module.isEmpty || client.modules.contains("")
          || !client.modules.isDisjoint(with: visible))
    }
  }
}

extension SyntaxProtocol {
  /// Returns the name of a type without `?`, `!`, and attributes such as `@escaping`. The string is
  /// empty if `type` is `nil` or a generic parameter of an enclosing declaration.
  func argumentType(_ type: TypeSyntax?) -> String {
    guard let type else { return "" }
    let plain = (type.as(AttributedTypeSyntax.self)?.baseType ?? type).withoutOptional
    let name = plain.trimmedDescription
    let isGeneric = ancestors.contains { outer in
      let clause = outer.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause
      return clause?.parameters.contains { $0.name.text == name } == true
    }
    return isGeneric ? "" : name
  }
}
