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
    diagnoseAccess(of: initializer, type: type)
  }

  /// Says that what the graph calls must return an instance there and then.
  func diagnoseEffects(of signature: FunctionSignatureSyntax) {
    if let word = signature.effectSpecifiers?.asyncSpecifier {
      error("a graph is made without waiting; do what takes time after that", removing: word)
    }
    if let clause = signature.effectSpecifiers?.throwsClause {
      error("a graph is made without failing; do what may fail after that", removing: clause)
    }
  }

  private func diagnoseAccess(of initializer: InitializerDeclSyntax, type: InstantiableDeclaration)
  {
    // Which modules have to see it is known to those that have roots.
    guard let hidden = initializer.modifiers.hidingWord else { return }
    let message =
      "the graph makes '\(type.name.text)' in another file, which cannot see this initialiser"
    if type.access == .internal { return error(message, removing: hidden) }
    let word = String(type.access.modifier.dropLast())
    let modifier = DeclModifierSyntax(name: .identifier(word))
    let fixIt: FixIts = ["make it '\(word)'": [.replacing(hidden, with: modifier)]]
    error(message, at: hidden, fixIt: fixIt)
  }
}

extension InitializerDeclSyntax {
  /// The changes that add parameters for `properties`, and set them.
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
