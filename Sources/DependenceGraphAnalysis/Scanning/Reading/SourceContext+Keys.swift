import SwiftSyntax

extension SourceContext {
  /// The reads of `@Dependency(\.x)`, `@Dependency(K.self)`, `@Dependencies(\.a, \.b)`.
  func keyReads(of attribute: AttributeSyntax) -> [KeyRead] {
    attribute.labeled.compactMap { argument in
      guard argument.label == nil || argument.label?.text == "test" else { return nil }
      return keyRead(argument.expression, at: place(of: argument.expression))
    }
  }

  /// The read of `DependencyValues.current[K.self]`.
  func keyRead(of node: SubscriptCallExprSyntax) -> KeyRead? {
    guard node.calledExpression.isCurrentValues, let argument = node.arguments.first else {
      return nil
    }
    return keyRead(argument.expression, at: place(of: node))
  }

  /// The read of `DependencyValues.current.x`.
  func keyRead(of node: MemberAccessExprSyntax) -> KeyRead? {
    guard node.base?.isCurrentValues == true else { return nil }
    let name = node.declName.baseName.identifierText
    return KeyRead(owner: "", property: name, module: module, place: place(of: node))
  }

  private func keyRead(_ expression: ExprSyntax, at place: SourcePlace) -> KeyRead? {
    if let path = expression.as(KeyPathExprSyntax.self) {
      guard
        let property = path.components.first?.component.as(KeyPathPropertyComponentSyntax.self)
      else { return nil }
      let name = property.declName.baseName.identifierText
      return KeyRead(owner: "", property: name, module: module, place: place)
    }
    guard let key = expression.metatypeBase else { return nil }
    return KeyRead(owner: "", key: key.description, module: module, place: place)
  }

  // MARK: - Properties

  /// The properties that a member of `extension DependencyValues` declares.
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
    "\((type.wrapped ?? type).name)Key"
  }
}

/// Finds the key in `self[Key.self]` and `self[test: Key.self]`.
private final class KeyFinder: SyntaxVisitor {
  var key: String?

  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind {
    if key == nil,
      node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind
        == .keyword(.self)
    {
      key = node.arguments.first?.expression.metatypeBase?.description
    }
    return .visitChildren
  }
}

extension ExprSyntax {
  /// Whether this is `DependencyValues.current`.
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
