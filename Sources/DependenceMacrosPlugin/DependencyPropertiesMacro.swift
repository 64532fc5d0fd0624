import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Implements `@DependencyProperties`, which generates a `@Dependency` property for each key path
/// in its arguments.
enum DependencyPropertiesMacro: MemberMacro {
  static var formatMode: FormatMode { .disabled }

  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard [.actorDecl, .classDecl, .structDecl].contains(declaration.kind) else {
      context.error(
        "@DependencyProperties adds stored properties, so it can only be applied to a class, a struct or an actor",
        at: declaration.introducer
      )
      return []
    }
    let list = node.arguments?.as(LabeledExprListSyntax.self) ?? []
    if list.isEmpty {
      let message =
        "@DependencyProperties has no arguments, so it adds no properties; add key paths such as '\\.clock'"
      context.diagnose(Diagnostic(message, isWarning: true, at: node))
    }
    // Use `@ObservationIgnored` only in an `@Observable` class, because files without such a class
    // may not import the module that declares it.
    let attribute = declaration.attributes.contains("Observable") ? "@ObservationIgnored " : ""
    var names: Set<String> = []
    return list.compactMap { argument in
      guard let name = argument.expression.as(KeyPathExprSyntax.self)?.onlyProperty else {
        context.error(
          """
          '\(argument.expression.trimmed)' is not a key path to a single property of \
          DependencyValues; use a key path such as '\\.clock', and access members of its value \
          where you need them
          """,
          at: argument.expression
        )
        return nil
      }
      guard names.insert(name.text).inserted else {
        let diagnostic = Diagnostic(
          "'\(name.text)' is listed twice; remove the second key path",
          isWarning: true,
          at: argument.expression,
          fixIt: ["remove it": [.replacing(list, with: list.removing(argument))]]
        )
        context.diagnose(diagnostic)
        return nil
      }
      // A key path may contain a keyword without backticks, but a property name may not.
      let property = name.text.inBackticksIfNecessary
      return DeclSyntax(
        verbatim: "\(attribute)@Dependence.Dependency(\\.\(name)) private var \(property)"
      )
    }
  }
}

extension KeyPathExprSyntax {
  /// The name of the property in `\.property` or `\DependencyValues.property`, or `nil` if this key
  /// path has another form.
  fileprivate var onlyProperty: TokenSyntax? {
    // Compare the source text before the property, because the parser treats `DependencyValues` in
    // `\Dependence.DependencyValues.property` as a component of the key path.
    guard let property = components.last?.component.as(KeyPathPropertyComponentSyntax.self),
      ["\\.", "\\DependencyValues.", "\\Dependence.DependencyValues."]
        .contains(trimmedDescription.dropLast(property.trimmedDescription.count)),
      property.genericArgumentClause == nil, property.declName.argumentNames == nil,
      property.declName.baseName.tokenKind != .keyword(.`self`)
    else { return nil }
    return property.declName.baseName.trimmed
  }
}

extension LabeledExprListSyntax {
  fileprivate func removing(_ argument: LabeledExprSyntax) -> LabeledExprListSyntax {
    var rest = filter { $0.id != argument.id }
    if let last = rest.indices.last { rest[last].trailingComma = nil }
    return rest
  }
}
