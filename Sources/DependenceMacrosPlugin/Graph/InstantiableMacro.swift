import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@Instantiable`, which lets the dependency graph's generated code create instances of
/// a type. The macro adds an initializer if the type declares none, and reports declarations that
/// the graph cannot use.
enum InstantiableMacro: MemberMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    context.diagnoseArguments(of: node)
    let isConforming =
      protocols.isEmpty || node.argument("conformsElsewhere")?.booleanLiteral == true
    if let declaration = declaration.as(ExtensionDeclSyntax.self) {
      if !isConforming {
        context.diagnoseConformance(
          of: declaration.extendedType,
          inheriting: declaration.inheritanceClause
        )
      }
      context.diagnose(declaration)
      return []
    }
    guard let named = declaration.asProtocol((any NamedDeclSyntax).self),
      [.actorDecl, .classDecl, .structDecl].contains(declaration.kind)
    else {
      context.error(
        """
        @Instantiable can only be applied to a struct, a class, an actor, or an extension with \
        'static func instantiate'
        """,
        at: declaration.introducer
      )
      return []
    }
    if !isConforming {
      let generics = declaration.asProtocol((any WithGenericParametersSyntax).self)
      let head = generics?.genericParameterClause.map { Syntax($0) } ?? Syntax(named.name)
      context.diagnoseConformance(of: head, inheriting: declaration.inheritanceClause)
    }
    let type = InstantiableDeclaration(declaration, name: named.name, in: context)
    type.diagnostics.forEach(context.diagnose)
    guard type.diagnostics.isEmpty else { return [] }
    context.diagnose(type, marked: node)
    return type.members.map(DeclSyntax.init(verbatim:))
  }
}

// MARK: - Extensions

extension MacroExpansionContext {
  /// Reports errors in an `@Instantiable` extension. The dependency graph creates instances of the
  /// extended type by calling the extension's static `instantiate` functions.
  fileprivate func diagnose(_ declaration: ExtensionDeclSyntax) {
    let type = declaration.extendedType.trimmed
    var diagnostics: [Diagnostic] = []
    let functions = declaration.memberBlock.members.active(in: self, reporting: &diagnostics) {
      $0.as(FunctionDeclSyntax.self)?.name.text == "instantiate"
    }.compactMap { $0.as(FunctionDeclSyntax.self) }.filter { $0.name.text == "instantiate" }
    diagnostics.forEach(diagnose)
    guard !functions.isEmpty || !diagnostics.isEmpty else {
      let access = AccessLevel(of: declaration.modifiers) == .public ? "" : "public "
      let code = "\(access)static func instantiate() -> \(type) {\n    <#\(type)()#>\n  }"
      return error(
        "this extension needs a 'static func instantiate' that creates '\(type)'",
        at: declaration.extendedType,
        fixIt: ["add 'instantiate()'": [.appending(code, to: declaration.memberBlock)]]
      )
    }
    for function in functions { diagnose(function, of: type) }
  }

  private func diagnose(_ function: FunctionDeclSyntax, of type: TypeSyntax) {
    if let modifier = function.modifiers.hidingModifier {
      error(
        "'instantiate' cannot be '\(modifier.name.text)', because generated code in another file calls it",
        removing: modifier
      )
    }
    if !function.modifiers.contains(where: { $0.name.text == "static" }) {
      let modifier = function.modifiers.first { $0.name.text == "class" }
      let location = modifier.map { Syntax($0) } ?? Syntax(function.funcKeyword)
      error(
        "'instantiate' must be static, because it is called before an instance exists",
        at: location,
        fixIt: [
          "make it 'static'": [
            .replacing(location, with: modifier == nil ? "static func" : "static")
          ]
        ]
      )
    }
    if let clause = function.genericParameterClause {
      error("the graph cannot infer these generic parameters; use concrete types", at: clause)
    }
    diagnoseEffects(of: function.signature)
    diagnoseResult(of: function, type: type)
  }

  private func diagnoseResult(of function: FunctionDeclSyntax, type: TypeSyntax) {
    let result = function.signature.returnClause?.type
    // Compare names without generic arguments, because `instantiate` in an extension of `Box` may
    // return `Box<Int>`.
    if let result, let name = result.declaredName, name == "Self" || name == type.declaredName {
      return
    }
    let parenthesis = function.signature.parameterClause.rightParen
    let change =
      result.map { FixIt.Change.replacing($0, with: type) }
      ?? .replacing(parenthesis, with: ") -> \(type)")
    error(
      "'instantiate' in an extension of '\(type)' must return '\(type)'",
      at: result.map { Syntax($0) } ?? Syntax(function.name),
      fixIt: ["return '\(type)'": [change]]
    )
  }
}

extension TypeSyntax {
  /// The type's name without its module or generic arguments, such as `Array` for `[Int]` or
  /// `Optional` for `Int?`.
  fileprivate var declaredName: String? {
    switch kind {
    case .arrayType: "Array"
    case .dictionaryType: "Dictionary"
    case .optionalType: "Optional"
    default: lastName
    }
  }
}
