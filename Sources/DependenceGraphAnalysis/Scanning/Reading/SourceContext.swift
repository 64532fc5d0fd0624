import SwiftIfConfig
import SwiftSyntax

/// What reading a declaration needs to know of the file around it.
struct SourceContext {
  let path: String
  let module: String
  let converter: SourceLocationConverter
  /// Nil where the file has no `#if`.
  let regions: ConfiguredRegions?

  /// Where the first token of a node stands.
  func place(of node: some SyntaxProtocol) -> SourcePlace {
    place(at: node.positionAfterSkippingLeadingTrivia)
  }

  func place(at position: AbsolutePosition) -> SourcePlace {
    let location = converter.location(for: position)
    return SourcePlace(file: path, line: location.line, column: location.column)
  }

  /// Members, with each `#if` replaced by its active branch.
  func active(_ members: MemberBlockItemListSyntax) -> [DeclSyntax] {
    members.flatMap { member -> [DeclSyntax] in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self) else { return [member.decl] }
      guard case .decls(let list) = regions?.activeClause(for: condition)?.elements else {
        return []
      }
      return active(list)
    }
  }

  /// Attributes, with each `#if` replaced by its active branch.
  func active(_ attributes: AttributeListSyntax) -> [AttributeSyntax] {
    attributes.flatMap { element -> [AttributeSyntax] in
      switch element {
      case .attribute(let attribute):
        return [attribute]
      case .ifConfigDecl(let condition):
        guard case .attributes(let list) = regions?.activeClause(for: condition)?.elements else {
          return []
        }
        return active(list)
      @unknown default:
        return []
      }
    }
  }
}

extension AttributeSyntax {
  /// The attribute's name without a module of ours before it.
  var name: String {
    if let name = attributeName.as(IdentifierTypeSyntax.self) { return name.name.text }
    if let member = attributeName.as(MemberTypeSyntax.self),
      let base = member.baseType.as(IdentifierTypeSyntax.self),
      base.name.text.hasPrefix("Dependence")
    {
      return member.name.text
    }
    return attributeName.trimmedDescription
  }

  /// The arguments in parentheses.
  var labeled: [LabeledExprSyntax] {
    arguments?.as(LabeledExprListSyntax.self).map(Array.init) ?? []
  }

  func argument(_ label: String) -> ExprSyntax? {
    labeled.first { $0.label?.text == label }?.expression
  }
}

extension AccessLevel {
  /// The level that modifiers name; nil, if they name none.
  init?(of modifiers: DeclModifierListSyntax) {
    for modifier in modifiers where modifier.detail == nil {
      switch modifier.name.tokenKind {
      case .keyword(.open): self = .open
      case .keyword(.public): self = .public
      case .keyword(.package): self = .package
      case .keyword(.internal): self = .internal
      case .keyword(.fileprivate): self = .fileprivate
      case .keyword(.private): self = .private
      default: continue
      }
      return
    }
    return nil
  }
}
