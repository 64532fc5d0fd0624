import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

extension MacroExpansionContext {
  /// Says what keeps an extension from saying how its type is made.
  func diagnose(_ declaration: ExtensionDeclSyntax) {
    let type = declaration.extendedType.trimmed
    let makers = declaration.memberBlock.members.active(in: self)
      .compactMap { $0.as(FunctionDeclSyntax.self) }.filter { $0.name.text == "instantiate" }
    guard !makers.isEmpty else {
      let access = AccessLevel(of: declaration.modifiers) == .public ? "" : "public "
      let code = "\(access)static func instantiate() -> \(type) {\n    <#\(type)()#>\n  }"
      return error(
        "a 'static func instantiate' says how '\(type)' is made",
        at: declaration.extendedType,
        fixIt: ["add 'instantiate()'": [.appending(code, to: declaration.memberBlock)]]
      )
    }
    for maker in makers { diagnose(maker, of: type) }
  }

  private func diagnose(_ maker: FunctionDeclSyntax, of type: TypeSyntax) {
    if let word = maker.modifiers.hidingWord {
      error("'instantiate' is called by code in another file, which cannot see it", removing: word)
    }
    if !maker.modifiers.contains(where: { $0.name.text == "static" }) {
      let word = maker.modifiers.first { $0.name.text == "class" }
      let change: FixIt.Change =
        if let word {
          .replacing(word, with: "static")
        } else {
          .replacing(maker.funcKeyword, with: "static func")
        }
      error(
        "there is no instance yet on which to call 'instantiate'",
        at: word.map { Syntax($0) } ?? Syntax(maker.funcKeyword),
        fixIt: ["make it 'static'": [change]]
      )
    }
    if let clause = maker.genericParameterClause {
      error("nothing tells a graph what these generic parameters are", at: clause)
    }
    diagnoseEffects(of: maker.signature)
    diagnoseResult(of: maker, type: type)
  }

  private func diagnoseResult(of maker: FunctionDeclSyntax, type: TypeSyntax) {
    let result = maker.signature.returnClause?.type
    // `Box<Int>` in an extension of `Box`; `Inner` in one of `Outer.Inner`.
    if let result, let name = result.declaredName, name == "Self" || name == type.declaredName {
      return
    }
    let parenthesis = maker.signature.parameterClause.rightParen
    let change =
      result.map { FixIt.Change.replacing($0, with: type) }
      ?? .replacing(parenthesis, with: ") -> \(type)")
    error(
      "'instantiate' of '\(type)' returns '\(type)' and nothing else",
      at: result.map { Syntax($0) } ?? Syntax(maker.name),
      fixIt: ["return '\(type)'": [change]]
    )
  }
}

extension TypeSyntax {
  /// The last name of the type, also where it is spelled with brackets or a question mark.
  fileprivate var declaredName: String? {
    switch kind {
    case .arrayType: "Array"
    case .dictionaryType: "Dictionary"
    case .optionalType: "Optional"
    default: lastName
    }
  }
}
