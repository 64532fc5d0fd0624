import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Reports that an `@Instantiable` type doesn't declare its conformance to the `Instantiable`
  /// protocol.
  ///
  /// - Parameter head: The part of the declaration just before the inheritance clause, such as the
  ///   type's name. The error is reported there.
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
      an @Instantiable type must conform to 'Instantiable'; add the conformance, or \
      'conformsElsewhere: true' if an extension declares it
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
          "'\(element.expression.trimmed)' is not a type expression; write a type such as 'Service.self'",
          at: element.expression
        )
        continue
      }
      if base.is(OptionalChainingExprSyntax.self) || base.isOptionalType {
        error(
          "a created instance is never nil; list the type itself instead of an optional",
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
          a root cannot receive '\(property.name.text)', because no type creates the root; use \
          @Instantiated, or remove 'isRoot: true'
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
        '\(binding.pattern.trimmed)' has no value when '\(type.name.text)' is instantiated; give \
        it an initial value, inject it, or set it in an initializer
        """,
        at: binding.pattern,
        fixIt: ["write the initializer": [.appending(code, to: type.declaration.memberBlock)]]
      )
    }
  }

  private func diagnoseAccess(of type: InstantiableDeclaration) {
    let name = type.name.text
    if let modifier = type.declaration.modifiers.hidingModifier {
      return error(
        "'\(name)' cannot be '\(modifier.name.text)', because generated code in another file creates it",
        removing: modifier
      )
    }
    for outer in lexicalContext {
      let group = outer.asProtocol((any DeclGroupSyntax).self)
      if let group, group.modifiers.hidingModifier == nil { continue }
      return error(
        "'\(name)' is created by generated code in another file, which cannot access the enclosing declaration; move '\(name)' out of it",
        at: type.name
      )
    }
  }
}

extension DeclModifierListSyntax {
  /// The first `private` or `fileprivate` modifier, or `nil` if the declaration has neither.
  var hidingModifier: DeclModifierSyntax? {
    first { ["private", "fileprivate"].contains($0.name.text) }
  }
}

extension ExprSyntax {
  /// Whether this expression is an optional type, such as `Optional<T>` or `(T?)`. A `T?` without
  /// parentheses is an optional chaining expression in the syntax tree, which the caller checks for
  /// separately.
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

// MARK: - Initializers

extension MacroExpansionContext {
  /// Reports everything that prevents the dependency graph's generated code from calling
  /// `initializer`, such as a parameter that matches no injected property.
  func diagnose(_ initializer: InitializerDeclSyntax, of type: InstantiableDeclaration) {
    let name = type.name.text
    let lacking = type.lacking(in: initializer)
    if !lacking.isEmpty {
      let list = lacking.map { "'\($0.name.text): \($0.type)'" }.joined(separator: ", ")
      let need =
        lacking.count == 1
        ? "a parameter for the injected property" : "parameters for the injected properties"
      error(
        "this initializer of '\(name)' must have \(need) \(list)",
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
        the graph has no value for the parameter '\(parameter.firstName.text)'; inject a property \
        with that name, or give the parameter a default value
        """,
        at: parameter,
        fixIt: ["add a default value": [.replacing(parameter, with: fixed)]]
      )
    }
    diagnoseEffects(of: initializer.signature)
    if let mark = initializer.optionalMark {
      error(
        "the graph cannot call a failable initializer, because it needs an instance",
        removing: mark
      )
    }
    if let clause = initializer.genericParameterClause {
      error("the graph cannot infer these generic parameters; use concrete types", at: clause)
    }
    // Report only `private` and `fileprivate` initializers. An internal initializer is also a
    // problem if another module has to call it, but a macro cannot see other modules.
    guard let hidden = initializer.modifiers.hidingModifier else { return }
    let message =
      "'\(name)' is created by generated code in another file, which cannot access this initializer"
    if type.access == .internal { return error(message, removing: hidden) }
    let modifier = String(type.access.modifier.dropLast())
    error(
      message,
      at: hidden,
      fixIt: ["make it '\(modifier)'": [.replacing(hidden, with: modifier)]]
    )
  }

  /// Reports `async` and `throws` in `signature` as errors, because the generated code that creates
  /// the dependency graph is synchronous and does not handle errors.
  func diagnoseEffects(of signature: FunctionSignatureSyntax) {
    if let keyword = signature.effectSpecifiers?.asyncSpecifier {
      error(
        "the code that creates the graph cannot wait for asynchronous calls; do asynchronous work later",
        removing: keyword
      )
    }
    if let clause = signature.effectSpecifiers?.throwsClause {
      error(
        "the code that creates the graph cannot handle errors; do work that can throw later",
        removing: clause
      )
    }
  }
}

extension InitializerDeclSyntax {
  /// Returns the changes for a fix-it that adds a parameter for each of `properties` to this
  /// initializer, and assigns the parameters to the properties in its body.
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
