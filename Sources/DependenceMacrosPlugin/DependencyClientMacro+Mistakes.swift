import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension DeclGroupSyntax {
  var introducer: TokenSyntax {
    if let actor = self.as(ActorDeclSyntax.self) { return actor.actorKeyword }
    if let type = self.as(ClassDeclSyntax.self) { return type.classKeyword }
    if let type = self.as(EnumDeclSyntax.self) { return type.enumKeyword }
    if let type = self.as(ExtensionDeclSyntax.self) { return type.extensionKeyword }
    if let type = self.as(ProtocolDeclSyntax.self) { return type.protocolKeyword }
    if let type = self.as(StructDeclSyntax.self) { return type.structKeyword }
    return firstToken(viewMode: .sourceAccurate) ?? memberBlock.leftBrace
  }
}

extension MacroExpansionContext {
  func diagnose(_ flaw: Client.Flaw) {
    switch flaw {
    case .missingType(let binding):
      error(
        "'\(binding.pattern.trimmed)' is a parameter of the client's initialiser and needs a type; write it down",
        at: binding.pattern,
        fixIt: "add a type",
        [.addingType(to: binding)]
      )
    case .pattern(let binding):
      error(
        "a property of a client has a name of its own; declare each one by itself",
        at: binding.pattern
      )
    }
  }

  func diagnose(_ property: ClientProperty, mustBeSendable: Bool) {
    guard case .endpoint(let signature) = property.role else { return }
    let name = property.name.text
    if mustBeSendable, !signature.isSendable {
      let annotation = property.binding.typeAnnotation?.type
      let value = property.binding.initializer?.value
      let closure = value?.as(ClosureExprSyntax.self)?.signature?.parameterClause.map(Syntax.init)
      if let node = annotation.map(Syntax.init) ?? value.map(Syntax.init) {
        // An alias is mended where it is declared.
        let place = annotation == nil ? closure : Syntax(signature.function)
        error(
          "endpoint '\(name)' may be called from any thread; its closure must be '@Sendable'",
          at: node,
          fixIt: place == nil ? nil : "add '@Sendable'",
          place.map { [.inserting("@Sendable ", before: $0)] } ?? []
        )
      }
    }
    if property.hasAnswer, !signature.isForwardable {
      error(
        """
        endpoint '\(name)' has an initial value, and nobody can hand a variadic parameter on to that; \
        take an array
        """,
        at: signature.function
      )
    } else if property.hasAnswer, property.isLet {
      let specifier = property.declaration.bindingSpecifier
      warn(
        """
        endpoint '\(name)' is a constant, so that no test can implement it, or see every call; make it \
        a 'var'
        """,
        at: specifier,
        fixIt: "replace 'let' with 'var'",
        [.replacing(specifier, with: TokenSyntax.keyword(.var))]
      )
    }
    if property.fallback == .leaveUnimplemented, signature.outcome == .trap,
      let type = property.binding.typeAnnotation?.type
    {
      let arrow = signature.function.returnClause.arrow
      let throwing = FixIt(
        message: Mistake(message: "add 'throws'"),
        changes: [.replacing(arrow, with: TokenSyntax.identifier("throws ->"))]
      )
      var answering = property.binding
      answering.typeAnnotation?.trailingTrivia = .space
      answering.initializer = InitializerClauseSyntax(
        equal: .equalToken(trailingTrivia: .space),
        value: signature.placeholder,
        trailingTrivia: property.binding.accessorBlock == nil ? [] : .space
      )
      let initialValue = FixIt(
        message: Mistake(message: "give it an initial value"),
        changes: [.replacing(property.binding, with: answering)]
      )
      diagnose(
        Diagnostic(
          node: type,
          message: Mistake(
            message: """
              endpoint '\(name)' \(signature.thrownType.map { "throws only '\($0)'" } ?? "does not throw") and has \
              a result, so that an unimplemented call traps; make it 'throws', or give it an initial value
              """,
            severity: .warning
          ),
          fixIts: (signature.thrownType == nil ? [throwing] : []) + [initialValue]
        )
      )
    }
  }
}
