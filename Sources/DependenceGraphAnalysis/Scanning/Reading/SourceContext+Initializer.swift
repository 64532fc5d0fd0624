import SwiftSyntax

extension SourceContext {
  func read(_ initializer: InitializerDeclSyntax, limit: AccessLevel) -> Initializer {
    var result = read(initializer.signature, at: place(of: initializer.initKeyword))
    result.access = min(AccessLevel(of: initializer.modifiers) ?? .internal, limit)
    result.isolation = isolation(of: initializer.modifiers, active(initializer.attributes))
    return result
  }

  func read(_ function: FunctionDeclSyntax, limit: AccessLevel) -> Initializer {
    var result = read(function.signature, at: place(of: function.name))
    // In `public extension` the members are public without saying so.
    result.access = AccessLevel(of: function.modifiers) ?? limit
    result.isolation = isolation(of: function.modifiers, active(function.attributes))
    return result
  }

  private func read(_ signature: FunctionSignatureSyntax, at place: SourcePlace) -> Initializer {
    Initializer(
      parameters: signature.parameterClause.parameters.map(Initializer.Parameter.init),
      place: place
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
