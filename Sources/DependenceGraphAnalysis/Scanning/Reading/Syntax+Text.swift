import DependenceGraphKernel
import SwiftParser
import SwiftSyntax

extension SyntaxProtocol {
  /// The source text on a single line, without comments and with single spaces in place of
  /// whitespace.
  var onOneLine: String {
    var text = ""
    var isApart = false
    for token in tokens(viewMode: .sourceAccurate) {
      isApart = isApart || !token.leadingTrivia.isEmpty
      if isApart, !text.isEmpty { text += " " }
      text += token.text
      isApart = !token.trailingTrivia.isEmpty
    }
    return text
  }

  /// Returns all nodes of the given type among this node and its descendants, in source order. If
  /// `isClosed` returns `true` for a node, the node and its descendants are skipped.
  func nodes<Node: SyntaxProtocol>(
    _ type: Node.Type,
    outside isClosed: @escaping (Syntax) -> Bool = { _ in false }
  ) -> [Node] {
    let collector = NodeCollector<Node>(outside: isClosed)
    collector.walk(self)
    return collector.nodes
  }
}

/// A visitor that collects all nodes of one type.
private final class NodeCollector<Node: SyntaxProtocol>: SyntaxAnyVisitor {
  private(set) var nodes: [Node] = []
  private let isClosed: (Syntax) -> Bool

  init(outside isClosed: @escaping (Syntax) -> Bool) {
    self.isClosed = isClosed
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    if isClosed(node) { return .skipChildren }
    if let node = node.as(Node.self) { nodes.append(node) }
    return .visitChildren
  }
}

extension TokenSyntax {
  var identifierText: String {
    let text = text
    guard text.first == "`" else { return text }
    let name = text.dropFirst().dropLast()
    // Keep the backticks of a raw identifier such as `` `my value` ``, which is not an identifier
    // without them.
    return name.utf8.allSatisfy(\.isIdentifierByte)
      && name.utf8.first.map { $0 < 48 || $0 > 57 } == true
      ? String(name) : text
  }

  var hasNoComment: Bool { (leadingTrivia + trailingTrivia).allSatisfy { !$0.isComment } }
}

extension PatternBindingSyntax {
  var name: TokenSyntax? { pattern.as(IdentifierPatternSyntax.self)?.identifier }
}

extension ExprSyntax {
  /// The name that the expression refers to, such as `name` for both `name` and `base.name`, or
  /// `nil` for other kinds of expressions.
  var referredName: String? {
    self.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  var literalText: String? { self.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

  var metatypeBase: TypeReference? {
    guard let member = self.as(MemberAccessExprSyntax.self),
      member.declName.baseName.tokenKind == .keyword(.self), let base = member.base
    else { return nil }
    return base.typeReference
  }

  var typeReference: TypeReference? {
    if let type = self.as(TypeExprSyntax.self) { return TypeReference(type.type) }
    return TypeSyntax(parsing: onOneLine).map { TypeReference($0) }
  }
}
