import SwiftSyntax

// Unlike a closure registered with Swinject, the closure of a module is `@Sendable`, so it can use
// an assembly's properties only if the assembly is `Sendable`.
extension SwinjectMigrator {
  /// Returns `true` if the migration replaces a type's conformance to `Assembly` with a conformance
  /// to `Sendable`. The migration does this if a registered closure uses `self` and the type's
  /// stored properties are constants of types that are known to be `Sendable`.
  func makesSendable(_ owner: any DeclGroupSyntax) -> Bool {
    let isFinal = owner.modifiers.contains { $0.name.text == "final" }
    guard owner.is(StructDeclSyntax.self) || owner.is(ClassDeclSyntax.self) && isFinal,
      !isSendable(owner),
      owner.memberBlock.nodes(FunctionCallExprSyntax.self).contains(where: { call in
        Registration(ExprSyntax(call), in: project.names).map { uses(selfOf: owner, in: $0) }
          == true
      })
    else { return false }
    // Exclude a class with a superclass, because the superclass might not be `Sendable`.
    let inherited = owner.inheritanceClause.names
    if inherited.contains(where: { project.isClass($0) }) { return false }
    return owner.memberBlock.members.allSatisfy { member in
      if member.decl.is(IfConfigDeclSyntax.self) { return false }
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        !variable.modifiers.contains(where: { $0.name.text == "static" })
      else { return true }
      return variable.bindings.allSatisfy { binding in
        !binding.isStored || variable.isStoredConstant && isSendableValue(binding)
      }
    }
  }

  private static let sendableTypes: Set = [
    "Bool", "Character", "Date", "Decimal", "Double", "Duration", "Float", "Int", "Locale",
    "String", "TimeInterval", "URL", "UUID",
  ]

  private func isSendableValue(_ binding: PatternBindingSyntax) -> Bool {
    if let type = binding.typeAnnotation?.type {
      return Self.sendableTypes.contains(text(type.withoutOptional))
    }
    let literals: Set<SyntaxKind> = [
      .booleanLiteralExpr, .floatLiteralExpr, .integerLiteralExpr, .stringLiteralExpr,
    ]
    return binding.initializer.map { literals.contains($0.value.kind) } == true
  }

  /// Returns `true` if a type is `Sendable` or may be: it declares a conformance, it is isolated to
  /// a global actor, or it is a struct or enumeration whose conformance the compiler infers.
  /// Extensions are treated like the type that they extend.
  private func isSendable(_ owner: any DeclGroupSyntax) -> Bool {
    let name = owner.typeName
    let isIsolated = owner.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.lastComponent.hasSuffix("Actor") == true
    }
    if isIsolated || owner.is(ActorDeclSyntax.self) || project.names.inherits("Sendable", in: name)
    {
      return true
    }
    if owner.is(ExtensionDeclSyntax.self) { return !project.isClass(name) }
    let isPublic = owner.modifiers.contains { ["open", "public"].contains($0.name.text) }
    return !owner.is(ClassDeclSyntax.self) && !isPublic
  }

  /// Returns `true` if the closures of a registration use `self`, explicitly or through the name of
  /// an instance member.
  private func uses(selfOf owner: any DeclGroupSyntax, in registration: Registration) -> Bool {
    let closures = [registration.closure] + [registration.completion].compactMap(\.self)
    return closures.flatMap { $0.statements.nodes(DeclReferenceExprSyntax.self) }.contains { node in
      let name = node.baseName.text
      if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id { return false }
      return name == "self"
        || project.names.isMember(name, of: owner.typeName)
          && !project.names.isLocal(name, at: node)
    }
  }

  /// Reports a registration whose closure uses `self` if the type of `self` is not `Sendable`.
  func noteCapture(by registration: Registration, at item: CodeBlockItemSyntax) {
    guard let owner = item.owner, !isSendable(owner), uses(selfOf: owner, in: registration) else {
      return
    }
    let function = item.ancestor(FunctionDeclSyntax.self)
    if function?.isAssemble == true, makesSendable(owner) { return }
    note(
      item,
      why:
        "the closure of a module is '@Sendable', but it uses 'self', and '\(owner.typeName)' is not 'Sendable'",
      write:
        "make '\(owner.typeName)' conform to 'Sendable', or copy the properties that the closure uses into local constants before the list of modules"
    )
  }
}
