import Foundation
import SwiftParser
import SwiftSyntax

/// Module settings that must be read from the package manifests, because SwiftPM does not provide
/// them to plugins.
struct ManifestSettings {
  /// The modules whose default isolation is the main actor.
  private(set) var mainActorModules: Set<String> = []
  /// The major version of each module's language mode.
  private(set) var languageModes: [String: Int] = [:]

  /// Reads the given manifests. `manifests` maps the name of each module to the path of its
  /// manifest.
  init(_ manifests: [String: String]) {
    for (path, modules) in Dictionary(grouping: manifests.keys, by: { manifests[$0]! }) {
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      let manifest = String(decoding: data, as: UTF8.self)
      mainActorModules.formUnion(ManifestReader.mainActorModules(in: manifest, among: modules))
      languageModes.merge(ManifestReader.languageModes(in: manifest, among: modules)) { $1 }
    }
  }
}

/// Reads a package manifest to find the modules to which a setting applies.
final class ManifestReader: SyntaxVisitor {
  private static let kinds: Set = ["executableTarget", "target", "testTarget"]

  private let isSetting: (_ name: String?, _ arguments: LabeledExprListSyntax) -> Bool
  private var modules: Set<String> = []
  private var variables: Set<String> = []
  /// Whether the manifest contains the setting outside of any target, for example in a loop over
  /// all targets. If so, the setting is assumed to apply to all modules.
  private var isEverywhere = false

  private init(isSetting: @escaping (String?, LabeledExprListSyntax) -> Bool) {
    self.isSetting = isSetting
    super.init(viewMode: .sourceAccurate)
  }

  static func mainActorModules(in manifest: String, among modules: [String]) -> Set<String> {
    Self.modules(in: Parser.parse(source: manifest), among: modules) { name, arguments in
      name == "defaultIsolation" && arguments.description.contains("MainActor")
    }
  }

  static func languageModes(in manifest: String, among modules: [String]) -> [String: Int] {
    let file = Parser.parse(source: manifest)
    // Without a setting, the language mode is the major version in `swift-tools-version`.
    let tools = manifest.firstRange(of: "swift-tools-version:")
    let version = tools.map { manifest[$0.upperBound...].drop { $0 == " " } }
    var ofPackage = version?.first?.wholeNumberValue ?? 6
    let finder = ModesFinder(viewMode: .sourceAccurate)
    finder.walk(file)
    if let modes = finder.modes {
      ofPackage =
        (4...6).last { modes.contains("v\($0)") || modes.contains("\"\($0)\"") } ?? ofPackage
    }
    var found: [String: Int] = [:]
    for module in modules { found[module] = ofPackage }
    for mode in 4...6 {
      let own = Self.modules(in: file, among: modules) { name, arguments in
        ["swiftLanguageMode", "swiftLanguageVersion"].contains(name)
          && arguments.description.contains("v\(mode)")
      }
      for module in own { found[module] = mode }
    }
    return found
  }

  private static func modules(
    in file: SourceFileSyntax,
    among modules: [String],
    where isSetting: @escaping (String?, LabeledExprListSyntax) -> Bool
  ) -> Set<String> {
    let reader = ManifestReader(isSetting: isSetting)
    reader.walk(file)
    // Visit the manifest a second time, because it may use a variable that contains the setting
    // before it declares the variable.
    if !reader.variables.isEmpty { reader.walk(file) }
    return reader.isEverywhere ? Set(modules) : reader.modules.intersection(modules)
  }

  /// Finds the argument in a manifest that specifies the package's language modes.
  private final class ModesFinder: SyntaxVisitor {
    var modes: String?

    override func visit(_ node: LabeledExprSyntax) -> SyntaxVisitorContinueKind {
      if ["swiftLanguageModes", "swiftLanguageVersions"].contains(node.label?.text) {
        modes = node.expression.description
      }
      return .visitChildren
    }
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if isSetting(node.calledExpression.referredName, node.arguments) { note(Syntax(node)) }
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
