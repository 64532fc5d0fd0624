import SwiftParser
import SwiftSyntax

/// Reads a package manifest to find the modules whose default isolation is the main actor. The
/// manifest must be parsed, because SwiftPM does not provide this setting to plugins.
final class ManifestReader: SyntaxVisitor {
  private static let kinds: Set = ["executableTarget", "target", "testTarget"]

  private var modules: Set<String> = []
  private var variables: Set<String> = []
  /// Whether the manifest sets the default isolation outside of any target, for example in a loop
  /// over all targets. If so, the setting is assumed to apply to all modules.
  private var isEverywhere = false

  static func mainActorModules(in manifest: String, among modules: [String]) -> Set<String> {
    let reader = ManifestReader(viewMode: .sourceAccurate)
    let file = Parser.parse(source: manifest)
    reader.walk(file)
    // Visit the manifest a second time, because it may use a variable that contains the setting
    // before it declares the variable.
    if !reader.variables.isEmpty { reader.walk(file) }
    return reader.isEverywhere ? Set(modules) : reader.modules.intersection(modules)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let isIsolation = node.calledExpression.referredName == "defaultIsolation"
    if isIsolation, node.arguments.description.contains("MainActor") { note(Syntax(node)) }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if variables.contains(node.baseName.text) { note(Syntax(node)) }
    return .visitChildren
  }

  private func note(_ node: Syntax) {
    var ancestor = node.parent
    while let current = ancestor {
      if let call = current.as(FunctionCallExprSyntax.self),
        Self.kinds.contains(call.calledExpression.referredName ?? ""),
        let name = call.arguments.first(where: { $0.label?.text == "name" })?.expression.literalText
      {
        modules.insert(name.replacing("-", with: "_"))
        return
      }
      let variable = current.as(PatternBindingSyntax.self)?.pattern.trimmedDescription
      if let variable, variable != "package" {
        variables.insert(variable)
        return
      }
      ancestor = current.parent
    }
    isEverywhere = true
  }
}
