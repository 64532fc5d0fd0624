import SwiftSyntax

extension SourceContext {
  func read(_ initializer: InitializerDeclSyntax, limit: AccessLevel) -> Initializer {
    let signature = initializer.signature
    var result = read(initializer, signature, at: initializer.initKeyword, access: .internal)
    result.access = min(result.access, limit)
    return result
  }

  func read(
    _ node: some WithModifiersSyntax & WithAttributesSyntax,
    _ signature: FunctionSignatureSyntax,
    at name: TokenSyntax,
    access: AccessLevel
  ) -> Initializer {
    Initializer(
      parameters: signature.parameterClause.parameters.map(Initializer.Parameter.init),
      access: AccessLevel(of: node.modifiers) ?? access,
      isolation: isolation(of: node.modifiers, active(node.attributes)),
      place: place(of: name)
    )
  }
}

extension Initializer.Parameter {
  init(_ parameter: FunctionParameterSyntax) {
    let isVariadic = parameter.ellipsis != nil
    self.init(
      label: parameter.firstName.identifierText,
      name: (parameter.secondName ?? parameter.firstName).identifierText,
      type: TypeReference(parameter.type),
      // A variadic argument may be left out as well.
      defaultValue: parameter.defaultValue?.value.onOneLine ?? (isVariadic ? "" : nil)
    )
  }
}
