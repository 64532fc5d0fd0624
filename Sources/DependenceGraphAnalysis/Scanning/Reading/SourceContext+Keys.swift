import SwiftSyntax

extension SourceContext {
  func keyReads(of attribute: AttributeSyntax) -> [KeyRead] {
    attribute.labeled.filter { $0.label == nil || $0.label?.text == "test" }
      .compactMap { keyRead($0.expression, at: $0.expression) }
  }

  func keyRead(of node: SubscriptCallExprSyntax) -> KeyRead? {
    guard node.calledExpression.isCurrentValues else { return nil }
    return node.arguments.first.flatMap { keyRead($0.expression, at: node) }
  }

  func keyRead(of node: MemberAccessExprSyntax) -> KeyRead? {
    node.base?.isCurrentValues == true ? keyRead(of: node.declName, at: node) : nil
  }

  private func keyRead(of name: DeclReferenceExprSyntax, at node: some SyntaxProtocol) -> KeyRead {
    let name = name.baseName.identifierText
    return KeyRead(owner: "", property: name, module: module, location: location(of: node))
  }

  /// Returns the dependencies that are assigned in a call such as
  /// `prepareDependencies { $0.client = …; $0[Key.self] = … }`. Returns an empty array for calls to
  /// other functions.
  func keyPreparations(of node: FunctionCallExprSyntax) -> [KeyRead] {
    guard node.calledExpression.referredName == "prepareDependencies",
      let closure = node.trailingClosure
        ?? node.arguments.last?.expression.as(ClosureExprSyntax.self)
    else { return [] }
    return closure.statements.compactMap { statement in
      guard let sequence = statement.item.as(SequenceExprSyntax.self)?.elements,
        sequence.dropFirst().first?.is(AssignmentExprSyntax.self) == true
      else { return nil }
      return sequence.first.flatMap(assigned)
    }
  }

  private func assigned(_ target: ExprSyntax) -> KeyRead? {
    if let access = target.as(SubscriptCallExprSyntax.self) {
      let key = access.arguments.first.flatMap { keyRead($0.expression, at: $0.expression) }
      return key ?? assigned(access.calledExpression)
    }
    let access = target.as(MemberAccessExprSyntax.self)
    guard let access, let base = access.base else { return nil }
    let isFirst = base.is(DeclReferenceExprSyntax.self)
    return isFirst ? keyRead(of: access.declName, at: access) : assigned(base)
  }

  private func keyRead(_ expression: ExprSyntax, at node: some SyntaxProtocol) -> KeyRead? {
    if let path = expression.as(KeyPathExprSyntax.self) {
      let property = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
      return property.map { keyRead(of: $0.declName, at: node) }
    }
    return expression.metatypeBase.map { key in
      KeyRead(owner: "", key: key.description, module: module, location: location(of: node))
    }
  }

  func keyProperties(of member: DeclSyntax) -> [KeyProperty] {
    guard let variable = member.as(VariableDeclSyntax.self) else { return [] }
    let isEntry = active(variable.attributes).contains { $0.name == "DependencyEntry" }
    return variable.bindings.compactMap { binding in
      guard let name = binding.name else { return nil }
      let type = binding.typeAnnotation.map { TypeReference($0.type) }
      var property = KeyProperty(
        name: name.identifierText,
        type: type,
        key: nil,
        hasLiveValue: isEntry && binding.initializer != nil,
        module: module,
        location: location(of: name)
      )
      if isEntry {
        let named = type.map { $0.name == "Swift.Optional" ? $0.arguments[0] : $0 }
        // For a property of type `Client` without an initial value, the macro uses the key
        // `ClientKey`.
        if !property.hasLiveValue { property.key = named.map { "\($0.name)Key" } }
      } else {
        let finder = KeyFinder(viewMode: .sourceAccurate)
        if let accessors = binding.accessorBlock { finder.walk(accessors) }
        property.key = finder.key
      }
      return property
    }
  }
}

private final class KeyFinder: SyntaxVisitor {
  var key: String?

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    let called = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName
    if key == nil, called?.tokenKind == .keyword(.self) {
      key = node.arguments.first?.expression.metatypeBase?.description
    }
    return .visitChildren
  }
}

extension ExprSyntax {
  fileprivate var isCurrentValues: Bool {
    let member = self.as(MemberAccessExprSyntax.self)
    return member?.declName.baseName.text == "current"
      && member?.base?.referredName == "DependencyValues"
  }
}
