import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension Mistake {
  static let notAStruct = error(
    "client.kind",
    "@DependencyClient makes a client of a struct; declare one, with a closure for each endpoint"
  )

  fileprivate static func missingType(_ name: String) -> Mistake {
    error(
      "client.type",
      "'\(name)' is a parameter of the client's initialiser and needs a type; write it down"
    )
  }

  fileprivate static let pattern = error(
    "client.pattern",
    "a property of a client has a name of its own; declare each one by itself"
  )

  fileprivate static func notSendable(_ name: String) -> Mistake {
    error(
      "client.sendable",
      "endpoint '\(name)' may be called from any thread; its closure must be '@Sendable'"
    )
  }

  fileprivate static func trap(_ name: String, thrown: String?) -> Mistake {
    let reason =
      if let thrown {
        "throws only '\(thrown)'"
      } else {
        "does not throw"
      }
    return warning(
      "client.trap",
      """
      endpoint '\(name)' \(reason) and has a result, so that an unimplemented call traps; make it \
      'throws', or give it an initial value
      """
    )
  }
}

extension DeclGroupSyntax {
  /// The keyword that says what is declared.
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
      diagnose(
        .missingType(binding.pattern.trimmedDescription),
        at: binding.pattern,
        fixIt: "add a type",
        [.addingType(to: binding)]
      )
    case .pattern(let binding):
      diagnose(.pattern, at: binding.pattern)
    }
  }

  /// Says what is wrong with a property that nevertheless is one of a client.
  func diagnose(_ property: ClientProperty) {
    guard case .endpoint(let signature) = property.role,
      let type = property.binding.typeAnnotation?.type
    else { return }
    let name = property.name.text
    if !signature.isSendable {
      diagnose(
        .notSendable(name),
        at: type,
        fixIt: "add '@Sendable'",
        [.replacing(type, with: type.addingSendable)]
      )
    }
    if property.fallback == .leaveUnimplemented, signature.outcome == .trap {
      let arrow = signature.function.returnClause.arrow
      diagnose(
        .trap(name, thrown: signature.thrownType),
        at: type,
        fixIt: signature.thrownType == nil ? "add 'throws'" : nil,
        [.replacing(arrow, with: TokenSyntax.identifier("throws ->"))]
      )
    }
  }
}

extension TypeSyntax {
  /// This closure type, made `@Sendable` where it counts: inside an optional.
  fileprivate var addingSendable: TypeSyntax {
    if let optional = self.as(OptionalTypeSyntax.self),
      let tuple = optional.wrappedType.as(TupleTypeSyntax.self), let inner = tuple.elements.first
    {
      return "(\(inner.type.addingSendable))?"
    }
    return "@Sendable \(trimmed)"
  }
}
