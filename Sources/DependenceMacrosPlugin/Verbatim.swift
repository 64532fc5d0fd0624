import SwiftSyntax

extension DeclSyntax {
  /// Creates a declaration from unparsed source code.
  ///
  /// The compiler parses the text of an expansion anyway. Parsing and formatting the text here as
  /// well would take most of the time of an expansion.
  init(verbatim code: String) { self.init(MissingDeclSyntax(placeholder: .identifier(code))) }
}

extension AccessorDeclSyntax {
  /// Creates an accessor from unparsed source code.
  init(verbatim code: String) { self.init(accessorSpecifier: .identifier(code)) }
}

extension ExtensionDeclSyntax {
  /// Creates an extension from unparsed source code.
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
