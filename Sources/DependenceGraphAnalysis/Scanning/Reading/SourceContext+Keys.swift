import SwiftSyntax

extension SourceContext {
  func keyReads(of attribute: AttributeSyntax) -> [KeyRead] {
    attribute.labeled.compactMap { argument in
      guard argument.label == nil || argument.label?.text == "test" else { return nil }
      return keyRead(argument.expression, at: place(of: argument.expression))
    }
  }

  func keyRead(of node: SubscriptCallExprSyntax) -> KeyRead? {
    guard node.calledExpression.isCurrentValues, let argument = node.arguments.first else {
      return nil
    }
    return keyRead(argument.expression, at: place(of: node))
  }

  func keyRead(of node: MemberAccessExprSyntax) -> KeyRead? {
    guard node.base?.isCurrentValues == true else { return nil }
    let name = node.declName.baseName.identifierText
    return KeyRead(owner: "", property: name, module: module, place: place(of: node))
  }

  /// The keys that `prepareDependencies { $0.client = …; $0[Key.self] = … }` assigns.
  func keyPreparations(of node: FunctionCallExprSyntax) -> [KeyRead] {
    let name =
      node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    guard name == "prepareDependencies",
      let closure = node.trailingClosure
        ?? node.arguments.last?.expression.as(ClosureExprSyntax.self)
    else { return [] }
    return closure.statements.flatMap { statement -> [KeyRead] in
      guard let sequence = statement.item.as(SequenceExprSyntax.self)?.elements,
        sequence.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
        let target = sequence.first
      else { return [] }
      return assigned(target).map { [$0] } ?? []
    }
  }

  private func assigned(_ target: ExprSyntax) -> KeyRead? {
    if let access = target.as(SubscriptCallExprSyntax.self) {
      let key = access.arguments.first.flatMap {
        keyRead($0.expression, at: place(of: $0.expression))
      }
      return key ?? assigned(access.calledExpression)
    }
    guard let access = target.as(MemberAccessExprSyntax.self), let base = access.base else {
      return nil
    }
    if base.is(DeclReferenceExprSyntax.self) {
      let name = access.declName.baseName.identifierText
      return KeyRead(owner: "", property: name, module: module, place: place(of: access))
    }
    return assigned(base)
  }

  private func keyRead(_ expression: ExprSyntax, at place: SourcePlace) -> KeyRead? {
    if let path = expression.as(KeyPathExprSyntax.self) {
      guard let property = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
      else { return nil }
      let name = property.declName.baseName.identifierText
      return KeyRead(owner: "", property: name, module: module, place: place)
    }
    guard let key = expression.metatypeBase else { return nil }
    return KeyRead(owner: "", key: key.description, module: module, place: place)
  }

  func keyProperties(of member: DeclSyntax) -> [KeyProperty] {
    guard let variable = member.as(VariableDeclSyntax.self) else { return [] }
    let isEntry = active(variable.attributes).contains { $0.name == "DependencyEntry" }
    return variable.bindings.compactMap { binding in
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
        return nil
      }
      let type = binding.typeAnnotation.map { TypeReference($0.type) }
      var property = KeyProperty(
        name: name.identifierText,
        type: type,
        key: nil,
        hasLiveValue: isEntry && binding.initializer != nil,
        module: module,
        place: place(of: name)
      )
      if isEntry {
        if !property.hasLiveValue { property.key = type.map(Self.entryKey) }
      } else {
        let finder = KeyFinder(viewMode: .sourceAccurate)
        if let accessors = binding.accessorBlock { finder.walk(accessors) }
        property.key = finder.key
      }
      return property
    }
  }

  /// The key that an entry without an initial value stands for.
  private static func entryKey(of type: TypeReference) -> String {
    "\((type.name == "Swift.Optional" ? type.arguments[0] : type).name)Key"
  }
}

private final class KeyFinder: SyntaxVisitor {
  var key: String?

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    if key == nil,
      node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    {
      key = node.arguments.first?.expression.metatypeBase?.description
    }
    return .visitChildren
  }
}

extension ExprSyntax {
  fileprivate var isCurrentValues: Bool {
    guard let member = self.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "current", let base = member.base
    else { return false }
    let name =
      base.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? base.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return name == "DependencyValues"
  }
}
