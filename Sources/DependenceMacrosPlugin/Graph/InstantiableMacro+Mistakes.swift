import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Says that a type is to conform to `Instantiable`.
  ///
  /// - Parameter head: What the list of conformances follows.
  func diagnoseConformance(
    of head: some SyntaxProtocol,
    inheriting clause: InheritanceClauseSyntax?
  ) {
    let change: FixIt.Change =
      if let last = clause?.inheritedTypes.last {
        .replacing(last.type, with: TokenSyntax.identifier("\(last.type.trimmed), Instantiable"))
      } else {
        .replacing(head, with: TokenSyntax.identifier("\(head.trimmed): Instantiable"))
      }
    error(
      """
      an @Instantiable type conforms to 'Instantiable'; add it, or 'conformsElsewhere: true' if an \
      extension does
      """,
      at: head,
      fixIt: ["add 'Instantiable'": [change]]
    )
  }

  func diagnoseArguments(of attribute: AttributeSyntax) {
    diagnoseBoolean(attribute.argument("isRoot"))
    diagnoseBoolean(attribute.argument("conformsElsewhere"))
    guard let types = attribute.argument("fulfillingAdditionalTypes") else { return }
    guard let list = types.expression.as(ArrayExprSyntax.self) else {
      return error(
        """
        'fulfillingAdditionalTypes:' is read before anything runs; list the types, as in \
        '[Service.self]'
        """,
        at: types.expression
      )
    }
    for element in list.elements {
      guard let base = element.expression.metatypeBase else {
        error(
          "'\(element.expression.trimmed)' is not read as a type; write it as in 'Service.self'",
          at: element.expression
        )
        continue
      }
      if base.is(OptionalChainingExprSyntax.self) || base.isOptionalType {
        error(
          "what is made is there; list the type itself, and not an optional",
          at: element.expression
        )
      }
    }
  }

  func diagnose(_ type: InstantiableDeclaration, marked attribute: AttributeSyntax) {
    diagnoseAccess(of: type)
    if attribute.argument("isRoot")?.booleanLiteral == true {
      for property in type.injected where property.isFromAbove {
        let instantiated: AttributeSyntax = "@Instantiated"
        let change = FixIt.Change.replacing(property.attribute, with: instantiated)
        error(
          """
          nothing is above a root from which '\(property.name.text)' could be received; \
          instantiate it here
          """,
          at: property.attribute,
          fixIt: ["replace '@Received' with '@Instantiated'": [change]]
        )
      }
    }
    if let initializer = type.bestInitializer {
      diagnose(initializer, of: type)
    } else if let binding = type.withoutValue.first {
      let assignments =
        type.injected.map(\.assignment)
        + type.withoutValue.map { "self.\($0.pattern.trimmed) = <#value#>" }
      let code = type.initializer(assigning: assignments, indentation: "  ")
      error(
        """
        nothing gives '\(binding.pattern.trimmed)' a value when '\(type.name.text)' is \
        instantiated; give it one here, inject it, or write the initialiser
        """,
        at: binding.pattern,
        fixIt: ["write the initialiser": [.appending(code, to: type.declaration.memberBlock)]]
      )
    }
  }

  private func diagnoseAccess(of type: InstantiableDeclaration) {
    let name = type.name.text
    if let word = type.declaration.modifiers.hidingWord {
      return error("'\(name)' is made by code in another file, which cannot see it", removing: word)
    }
    let isHidden = lexicalContext.contains { outer in
      guard let group = outer.asProtocol((any DeclGroupSyntax).self) else { return true }
      return group.modifiers.hidingWord != nil
    }
    if isHidden {
      error(
        """
        '\(name)' is made by code in another file, which cannot see what is around it; move it out
        """,
        at: type.name
      )
    }
  }
}

extension DeclModifierListSyntax {
  /// The modifier that keeps other files from seeing the declaration.
  var hidingWord: DeclModifierSyntax? {
    first { ["private", "fileprivate"].contains($0.name.text) }
  }
}

extension ExprSyntax {
  /// True if this names `Optional<…>`, or is the metatype of `(T?)`.
  fileprivate var isOptionalType: Bool {
    if let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first
    {
      return element.expression.is(OptionalChainingExprSyntax.self)
        || element.expression.as(TypeExprSyntax.self)?.type.isOptional == true
        || element.expression.isOptionalType
    }
    return self.as(GenericSpecializationExprSyntax.self)?.expression.trimmedDescription
      == "Optional"
  }
}

extension FixIt.Change {
  static func appending(_ code: String, to block: MemberBlockSyntax) -> Self {
    var brace = block.rightBrace
    let isEmpty = block.members.isEmpty
    brace.leadingTrivia = Trivia(pieces: [.unexpectedText("\(isEmpty ? "" : "\n")\n  \(code)\n")])
    return .replace(oldNode: Syntax(block.rightBrace), newNode: Syntax(brace))
  }
}
