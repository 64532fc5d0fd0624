import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Something that a user of a macro should change, in words.
struct Mistake: DiagnosticMessage {
  let message: String
  let severity: DiagnosticSeverity
  let diagnosticID: MessageID

  private init(_ id: String, _ severity: DiagnosticSeverity, _ message: String) {
    self.message = message
    self.severity = severity
    diagnosticID = MessageID(domain: "Dependence", id: id)
  }

  static func error(_ id: String, _ message: String) -> Mistake { Mistake(id, .error, message) }
  static func warning(_ id: String, _ message: String) -> Mistake { Mistake(id, .warning, message) }
}

/// What changes a mistake into what was meant.
struct Remedy: FixItMessage {
  let message: String
  let fixItID: MessageID

  init(_ message: String) {
    self.message = message
    fixItID = MessageID(domain: "Dependence", id: message)
  }
}

extension MacroExpansionContext {
  /// Says that `node` is a mistake.
  func diagnose(
    _ mistake: Mistake,
    at node: some SyntaxProtocol,
    fixIt remedy: String? = nil,
    _ changes: [FixIt.Change] = []
  ) {
    let fixIts = remedy.map { [FixIt(message: Remedy($0), changes: changes)] } ?? []
    diagnose(Diagnostic(node: node, message: mistake, fixIts: fixIts))
  }
}

extension FixIt.Change {
  /// Puts another node in the place of `old`, with the space around it left as it is.
  static func replacing(_ old: some SyntaxProtocol, with new: some SyntaxProtocol) -> Self {
    // Not `with(_:_:)`, which crashes in the toolchain's library when it is called generically.
    var new = Syntax(new)
    new.leadingTrivia = old.leadingTrivia
    new.trailingTrivia = old.trailingTrivia
    return .replace(oldNode: Syntax(old), newNode: new)
  }

  /// Puts nothing in the place of `node`.
  static func removing(_ node: some SyntaxProtocol) -> Self {
    .replace(oldNode: Syntax(node), newNode: Syntax(MissingSyntax(placeholder: .identifier(""))))
  }

  /// Removes a word, and the space after it.
  static func removing(word: some SyntaxProtocol) -> Self {
    var nothing = MissingSyntax(placeholder: .identifier(""))
    nothing.leadingTrivia = word.leadingTrivia
    return .replace(oldNode: Syntax(word), newNode: Syntax(nothing))
  }

  /// Gives a binding a type for its user to fill in.
  static func addingType(to binding: PatternBindingSyntax) -> Self {
    let annotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space),
      type: MissingTypeSyntax(placeholder: .identifier("<#Type#>")),
      trailingTrivia: binding.pattern.trailingTrivia
    )
    var typed = binding
    typed.pattern = binding.pattern.trimmed
    typed.typeAnnotation = annotation
    return .replacing(binding, with: typed)
  }
}
