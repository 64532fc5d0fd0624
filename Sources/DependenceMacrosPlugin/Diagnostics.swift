import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The fix-its that a diagnostic offers: each one's message, and the changes that it makes to the
/// source code.
typealias FixIts = KeyValuePairs<String, [FixIt.Change]>

extension Diagnostic {
  init(
    _ message: String,
    isWarning: Bool = false,
    at node: some SyntaxProtocol,
    fixIt: FixIts = [:]
  ) {
    self.init(
      node: node,
      message: isWarning
        ? MacroExpansionWarningMessage(message) : MacroExpansionErrorMessage(message),
      fixIts: fixIt.map { FixIt(message: MacroExpansionFixItMessage($0), changes: $1) }
    )
  }
}

extension MacroExpansionContext {
  func error(_ message: String, at node: some SyntaxProtocol, fixIt: FixIts = [:]) {
    diagnose(Diagnostic(message, at: node, fixIt: fixIt))
  }

  /// Reports an error at `token`, such as a disallowed modifier, and offers a fix-it that removes
  /// it.
  func error(_ message: String, removing token: some SyntaxProtocol) {
    error(message, at: token, fixIt: ["remove '\(token.trimmed)'": [.removing(token: token)]])
  }
}

extension FixIt.Change {
  /// Returns a change that replaces `old` but keeps the whitespace and comments around it.
  static func replacing(_ old: some SyntaxProtocol, with new: some SyntaxProtocol) -> Self {
    // Assign the properties instead of calling SwiftSyntax's generic method `with(_:_:)`, which
    // crashes in the version of the library that ships with the toolchain.
    var new = Syntax(new)
    new.leadingTrivia = old.leadingTrivia
    new.trailingTrivia = old.trailingTrivia
    return .replace(oldNode: Syntax(old), newNode: new)
  }

  static func replacing(_ old: some SyntaxProtocol, with text: String) -> Self {
    .replacing(old, with: TokenSyntax.identifier(text))
  }

  static func removing(_ node: some SyntaxProtocol) -> Self {
    .replace(oldNode: Syntax(node), newNode: Syntax(MissingSyntax(placeholder: .identifier(""))))
  }

  /// Returns a change that removes a token and the space after it.
  static func removing(token: some SyntaxProtocol) -> Self {
    var nothing = MissingSyntax(placeholder: .identifier(""))
    nothing.leadingTrivia = token.leadingTrivia
    return .replace(oldNode: Syntax(token), newNode: Syntax(nothing))
  }

  static func addingType(to binding: PatternBindingSyntax) -> Self {
    var typed = binding
    typed.pattern = binding.pattern.trimmed
    typed.typeAnnotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space),
      type: MissingTypeSyntax(placeholder: .identifier("<#Type#>")),
      trailingTrivia: binding.pattern.trailingTrivia
    )
    return .replacing(binding, with: typed)
  }
}
