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
      location: location(of: name)
    )
  }

  func requirement(_ member: DeclSyntax) -> ProtocolDeclaration.Requirement? {
    if let function = member.as(FunctionDeclSyntax.self), !function.modifiers.areStatic {
      let name = function.name.identifierText
      var result = requirement(.function, name, member, function.genericParameterClause)
      let signature = function.signature
      result.parameters = signature.parameterClause.parameters.map(Initializer.Parameter.init)
      result.type = signature.returnClause.map { TypeReference($0.type) }
      result.isAsync = signature.effectSpecifiers?.asyncSpecifier != nil
      result.throwing = signature.effectSpecifiers?.throwsClause?.onOneLine
      return result
    }
    if let variable = member.as(VariableDeclSyntax.self), !variable.modifiers.areStatic,
      let binding = variable.bindings.first, let name = binding.name
    {
      var result = requirement(.property, name.identifierText, member)
      result.type = binding.typeAnnotation.map { TypeReference($0.type) }
      guard case .accessors(let list) = binding.accessorBlock?.accessors else { return result }
      for accessor in list {
        if accessor.accessorSpecifier.tokenKind == .keyword(.set) {
          result.isSettable = true
        } else {
          result.isAsync = accessor.effectSpecifiers?.asyncSpecifier != nil
          result.throwing = accessor.effectSpecifiers?.throwsClause?.onOneLine
        }
      }
      return result
    }
    return member.is(TypeAliasDeclSyntax.self) ? nil : requirement(.other, "", member)
  }

  private func requirement(
    _ kind: ProtocolDeclaration.Requirement.Kind,
    _ name: String,
    _ member: DeclSyntax,
    _ generics: GenericParameterClauseSyntax? = nil
  ) -> ProtocolDeclaration.Requirement {
    let locals = Set(generics?.parameters.map(\.name.text) ?? []).union(["Self"])
    let template = TypeTemplate(member, locals: locals) { TypeReference($0) }
    return .init(kind: kind, name: name, source: template.source, types: template.types)
  }
}

extension Initializer.Parameter {
  init(_ parameter: FunctionParameterSyntax) {
    self.init(
      label: parameter.firstName.identifierText,
      name: (parameter.secondName ?? parameter.firstName).identifierText,
      type: TypeReference(parameter.type),
      canBeOmitted: parameter.defaultValue != nil || parameter.ellipsis != nil
    )
  }
}
