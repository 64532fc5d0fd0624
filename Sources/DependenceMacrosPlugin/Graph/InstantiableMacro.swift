import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes what a dependency graph needs of a type, and says what keeps it from being part of one.
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
        @Instantiable goes on a struct, a class or an actor, or on an extension with 'static func \
        instantiate'
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
    context.diagnose(type, marked: node)
    return type.members.map(DeclSyntax.init(verbatim:))
  }
}
