import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Reports that a type does not declare its conformance to `Instantiable`.
  ///
  /// - Parameter head: The part of the declaration after which the fix-it inserts the conformance.
  func diagnoseConformance(
    of head: some SyntaxProtocol,
    inheriting clause: InheritanceClauseSyntax?
  ) {
    let last = clause?.inheritedTypes.last?.type
    let change =
      last.map { FixIt.Change.replacing($0, with: "\($0.trimmed), Instantiable") }
      ?? .replacing(head, with: "\(head.trimmed): Instantiable")
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
    diagnoseBooleans(of: attribute, ["isRoot", "conformsElsewhere"])
    guard let types = attribute.argument("fulfillingAdditionalTypes") else { return }
    guard let list = types.expression.as(ArrayExprSyntax.self) else {
      return diagnoseUnreadable(types, "list the types, as in '[Service.self]'")
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
        let change = FixIt.Change.replacing(property.attribute, with: "@Instantiated")
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
      let values = type.withoutValue.map { "self.\($0.pattern.trimmed) = <#value#>" }
      let code = type.initializer(assigning: values, indentation: "  ")
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
    if let modifier = type.declaration.modifiers.hidingModifier {
      return error(
        "'\(name)' is made by code in another file, which cannot see it",
        removing: modifier
      )
    }
    for outer in lexicalContext {
      let group = outer.asProtocol((any DeclGroupSyntax).self)
      if let group, group.modifiers.hidingModifier == nil { continue }
      return error(
        "'\(name)' is made by code in another file, which cannot see what is around it; move it out",
        at: type.name
      )
    }
  }
}

extension DeclModifierListSyntax {
  /// The first `private` or `fileprivate` modifier, or `nil` if there is none.
  var hidingModifier: DeclModifierSyntax? {
    first { ["private", "fileprivate"].contains($0.name.text) }
  }
}

extension ExprSyntax {
  /// Whether this expression is an optional type, such as `Optional<T>` or `(T?)`.
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

// MARK: - Initialisers

extension MacroExpansionContext {
  /// Reports problems that keep the graph from calling a type's initializer.
  func diagnose(_ initializer: InitializerDeclSyntax, of type: InstantiableDeclaration) {
    let name = type.name.text
    let lacking = type.lacking(in: initializer)
    if !lacking.isEmpty {
      let list = lacking.map { "'\($0.name.text): \($0.type)'" }.joined(separator: ", ")
      error(
        "the graph has more to give than this initialiser of '\(name)' takes: \(list)",
        at: initializer.initKeyword,
        fixIt: ["add the parameter\(lacking.count == 1 ? "" : "s")": initializer.adding(lacking)]
      )
    }
    for parameter in type.surplus(in: initializer) {
      var fixed = parameter
      fixed.type.trailingTrivia = []
      fixed.defaultValue = InitializerClauseSyntax(
        equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
        value: "<#value#>" as ExprSyntax
      )
      error(
        """
        the graph has nothing to give for '\(parameter.firstName.text)'; inject a property of that \
        name, or give it a default value
        """,
        at: parameter,
        fixIt: ["add a default value": [.replacing(parameter, with: fixed)]]
      )
    }
    diagnoseEffects(of: initializer.signature)
    if let mark = initializer.optionalMark {
      error("the graph needs an instance, and this may make none", removing: mark)
    }
    if let clause = initializer.genericParameterClause {
      error("nothing tells a graph what these generic parameters are", at: clause)
    }
    // Report an initializer only if it is private. The macro cannot see whether another module has
    // to call this initializer, which would also require it to be public.
    guard let hidden = initializer.modifiers.hidingModifier else { return }
    let message = "the graph makes '\(name)' in another file, which cannot see this initialiser"
    if type.access == .internal { return error(message, removing: hidden) }
    let modifier = String(type.access.modifier.dropLast())
    error(
      message,
      at: hidden,
      fixIt: ["make it '\(modifier)'": [.replacing(hidden, with: modifier)]]
    )
  }

  /// Reports `async` and `throws` as errors, because creating a graph can neither suspend nor
  /// throw.
  func diagnoseEffects(of signature: FunctionSignatureSyntax) {
    if let keyword = signature.effectSpecifiers?.asyncSpecifier {
      error("a graph is made without waiting; do what takes time after that", removing: keyword)
    }
    if let clause = signature.effectSpecifiers?.throwsClause {
      error("a graph is made without failing; do what may fail after that", removing: clause)
    }
  }
}

extension InitializerDeclSyntax {
  /// Returns changes that add a parameter for each property and assign it in the initializer's
  /// body.
  fileprivate func adding(_ properties: [InjectedProperty]) -> [FixIt.Change] {
    let clause = signature.parameterClause
    let added = properties.map(\.parameter).joined(separator: ", ")
    var parenthesis = clause.rightParen
    let comma = clause.parameters.isEmpty ? "" : ", "
    parenthesis.leadingTrivia = Trivia(pieces: [.unexpectedText("\(comma)\(added)")])
    var changes: [FixIt.Change] = [
      .replace(oldNode: Syntax(clause.rightParen), newNode: Syntax(parenthesis))
    ]
    if let body {
      var brace = body.leftBrace
      let next = brace.nextToken(viewMode: .sourceAccurate)
      let rest = next?.leadingTrivia.contains(where: \.isNewline) == true ? "" : "\n   "
      let lines = properties.map { "\n    \($0.assignment)" }.joined() + rest
      brace.trailingTrivia = Trivia(pieces: [.unexpectedText(lines)]) + brace.trailingTrivia
      changes.append(.replace(oldNode: Syntax(body.leftBrace), newNode: Syntax(brace)))
    }
    return changes
  }
}
