import SwiftSyntax

extension DeclSyntax {
  /// A declaration that consists of `code`, unread.
  ///
  /// The compiler gets text and parses it. To parse it here as well, and to lay it out, would take
  /// most of the time that an expansion takes.
  init(verbatim code: String) { self.init(MissingDeclSyntax(placeholder: .identifier(code))) }
}

extension AccessorDeclSyntax {
  /// An accessor that consists of `code`, unread.
  init(verbatim code: String) { self.init(accessorSpecifier: .identifier(code)) }
}

extension ExtensionDeclSyntax {
  /// An extension that consists of `code`, unread.
  init(verbatim code: String) {
    self.init(
      extensionKeyword: .identifier(code),
      extendedType: MissingTypeSyntax(placeholder: .identifier("")),
      memberBlock: MemberBlockSyntax(
        leftBrace: .identifier(""),
        members: [],
        rightBrace: .identifier("")
      )
    )
  }
}
