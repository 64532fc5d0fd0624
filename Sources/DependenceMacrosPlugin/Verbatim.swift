import SwiftSyntax

extension DeclSyntax {
  /// Creates a declaration from source code without parsing it.
  ///
  /// The compiler parses a macro's expansion anyway, and parsing and formatting it here as well
  /// would take up most of the expansion time.
  init(verbatim code: String) { self.init(MissingDeclSyntax(placeholder: .identifier(code))) }
}

extension AccessorDeclSyntax {
  /// Creates an accessor from source code without parsing it, because the compiler parses the
  /// macro's expansion anyway.
  init(verbatim code: String) { self.init(accessorSpecifier: .identifier(code)) }
}

extension ExtensionDeclSyntax {
  /// Creates an extension from source code without parsing it, because the compiler parses the
  /// macro's expansion anyway.
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

extension ExprSyntax {
  /// The source code of a function body that returns this expression.
  ///
  /// An expression that starts with `#` is enclosed in parentheses, because the compiler reads
  /// `#line` as a directive at the start of a statement. Other expressions are not, because `if`
  /// and `switch` expressions are not allowed in parentheses.
  var body: String {
    firstToken(viewMode: .sourceAccurate)?.tokenKind == .pound ? "(\(trimmed))" : "\(trimmed)"
  }
}
