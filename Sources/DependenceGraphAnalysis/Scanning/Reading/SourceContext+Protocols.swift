import SwiftSyntax

extension SourceContext {
  func read(
    _ node: ProtocolDeclSyntax,
    name: String,
    access: AccessLevel
  ) -> ProtocolDeclaration {
    ProtocolDeclaration(
      name: name,
      inheritedTypes: node.inheritanceClause?.inheritedTypes.map { TypeReference($0.type) } ?? [],
      access: access,
      attributes: active(node.attributes).map(\.onOneLine),
      requirements: active(node.memberBlock.members).compactMap(requirement),
      module: module,
      place: place(of: node.name)
    )
  }

  private func requirement(_ member: DeclSyntax) -> ProtocolDeclaration.Requirement? {
    if let function = member.as(FunctionDeclSyntax.self) {
      var result = requirement(.function, function.name.identifierText, member, function.modifiers)
      read(function.signature, into: &result)
      result.generics = function.genericParameterClause?.onOneLine
      result.whereClause = function.genericWhereClause?.onOneLine
      result.attributes = active(function.attributes).map(\.onOneLine)
      return result
    }
    if let initializer = member.as(InitializerDeclSyntax.self) {
      var result = requirement(.initializer, "init", member, initializer.modifiers)
      read(initializer.signature, into: &result)
      result.generics = initializer.genericParameterClause?.onOneLine
      result.whereClause = initializer.genericWhereClause?.onOneLine
      result.attributes = active(initializer.attributes).map(\.onOneLine)
      return result
    }
    if let sub = member.as(SubscriptDeclSyntax.self) {
      var result = requirement(.subscript, "subscript", member, sub.modifiers)
      result.parameters = sub.parameterClause.parameters.map(Initializer.Parameter.init)
      result.type = TypeReference(sub.returnClause.type)
      result.generics = sub.genericParameterClause?.onOneLine
      result.whereClause = sub.genericWhereClause?.onOneLine
      result.attributes = active(sub.attributes).map(\.onOneLine)
      read(sub.accessorBlock, into: &result)
      return result
    }
    if let variable = member.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier
    {
      var result = requirement(.property, name.identifierText, member, variable.modifiers)
      result.type = binding.typeAnnotation.map { TypeReference($0.type) }
      result.attributes = active(variable.attributes).map(\.onOneLine)
      read(binding.accessorBlock, into: &result)
      return result
    }
    if let associated = member.as(AssociatedTypeDeclSyntax.self) {
      return requirement(
        .associatedType,
        associated.name.identifierText,
        member,
        associated.modifiers
      )
    }
    return nil
  }

  private func requirement(
    _ kind: ProtocolDeclaration.Requirement.Kind,
    _ name: String,
    _ member: DeclSyntax,
    _ modifiers: DeclModifierListSyntax
  ) -> ProtocolDeclaration.Requirement {
    ProtocolDeclaration.Requirement(
      kind: kind,
      name: name,
      source: member.onOneLine,
      isStatic: modifiers.areStatic,
      isMutating: modifiers.contains { $0.name.tokenKind == .keyword(.mutating) },
      place: place(of: member)
    )
  }

  private func read(
    _ signature: FunctionSignatureSyntax,
    into result: inout ProtocolDeclaration.Requirement
  ) {
    result.parameters = signature.parameterClause.parameters.map(Initializer.Parameter.init)
    result.type = signature.returnClause.map { TypeReference($0.type) }
    result.isAsync = signature.effectSpecifiers?.asyncSpecifier != nil
    result.throwing = signature.effectSpecifiers?.throwsClause?.onOneLine
  }

  private func read(
    _ accessors: AccessorBlockSyntax?,
    into result: inout ProtocolDeclaration.Requirement
  ) {
    guard case .accessors(let list) = accessors?.accessors else { return }
    for accessor in list {
      switch accessor.accessorSpecifier.tokenKind {
      case .keyword(.get):
        result.isAsync = accessor.effectSpecifiers?.asyncSpecifier != nil
        result.throwing = accessor.effectSpecifiers?.throwsClause?.onOneLine
      case .keyword(.set):
        result.isSettable = true
      default:
        break
      }
    }
  }
}
