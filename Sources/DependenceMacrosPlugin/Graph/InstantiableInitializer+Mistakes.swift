import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Says what keeps a graph from calling the best initialiser that a type has.
  func diagnose(_ initializer: InitializerDeclSyntax, of type: InstantiableDeclaration) {
    let name = type.name.text
    let lacking = type.lacking(in: initializer)
    if !lacking.isEmpty {
      let list = lacking.map { "'\($0.name.text): \($0.type)'" }.joined(separator: ", ")
      diagnose(
        .error(
          "initializer.lacks",
          "the graph has more to give than this initialiser of '\(name)' takes: \(list)"
        ),
        at: initializer.initKeyword,
        fixIt: "add \(lacking.count == 1 ? "the parameter" : "the parameters")",
        initializer.adding(lacking)
      )
    }
    for parameter in type.surplus(in: initializer) {
      var fixed = parameter
      fixed.type.trailingTrivia = []
      fixed.defaultValue = InitializerClauseSyntax(
        equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
        value: "<#value#>" as ExprSyntax
      )
      diagnose(
        .error(
          "initializer.surplus",
          """
          the graph has nothing to give for '\(parameter.firstName.text)'; inject a property of that \
          name, or give it a default value
          """
        ),
        at: parameter,
        fixIt: "add a default value",
        [.replacing(parameter, with: fixed)]
      )
    }
    diagnoseEffects(
      asynchronous: initializer.signature.effectSpecifiers?.asyncSpecifier,
      throwing: initializer.signature.effectSpecifiers?.throwsClause
    )
    if let mark = initializer.optionalMark {
      diagnose(
        .error("initializer.failable", "the graph needs an instance, and this may make none"),
        at: mark,
        fixIt: "remove '\(mark.text)'",
        [.removing(mark)]
      )
    }
    if let clause = initializer.genericParameterClause {
      diagnose(
        .error("initializer.generic", "nothing tells a graph what these generic parameters are"),
        at: clause
      )
    }
    diagnoseAccess(of: initializer, type: type)
  }

  /// Says that what the graph calls must return an instance there and then.
  func diagnoseEffects(asynchronous: TokenSyntax?, throwing: ThrowsClauseSyntax?) {
    if let asynchronous {
      diagnose(
        .error("maker.async", "a graph is made without waiting; do what takes time after that"),
        at: asynchronous,
        fixIt: "remove 'async'",
        [.removing(asynchronous)]
      )
    }
    if let throwing {
      diagnose(
        .error("maker.throws", "a graph is made without failing; do what may fail after that"),
        at: throwing,
        fixIt: "remove 'throws'",
        [.removing(throwing)]
      )
    }
  }

  private func diagnoseAccess(of initializer: InitializerDeclSyntax, type: InstantiableDeclaration)
  {
    let access = AccessLevel(of: initializer.modifiers)
    // A type without a modifier may be in a public extension, and so may the initialiser.
    guard access < min(type.access, AccessLevel(of: type.declaration.modifiers)) else { return }
    let word = type.access.modifier.dropLast()
    let hidden = initializer.modifiers.first {
      ["private", "fileprivate", "internal", "package"].contains($0.name.text)
    }
    let change: FixIt.Change =
      if let hidden {
        type.access == .internal
          ? .removing(word: hidden)
          : .replacing(hidden, with: DeclModifierSyntax(name: .identifier(String(word))))
      } else {
        .replacing(initializer.initKeyword, with: TokenSyntax.identifier("\(word) init"))
      }
    diagnose(
      .error(
        "initializer.access",
        """
        the graph makes '\(type.name.text)' wherever it is visible, so that its initialiser must be \
        as visible
        """
      ),
      at: hidden.map { Syntax($0) } ?? Syntax(initializer.initKeyword),
      fixIt: word.isEmpty ? "remove '\(hidden?.name.text ?? "")'" : "make it '\(word)'",
      [change]
    )
  }
}

extension InitializerDeclSyntax {
  /// What adds parameters for `properties`, and sets them.
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
