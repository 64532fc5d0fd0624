import Foundation
import SwiftIfConfig
import SwiftParser
import SwiftSyntax

/// Module settings that are read from the package manifests, because SwiftPM does not provide them
/// to plugins.
struct ManifestSettings {
  /// The modules whose default isolation is the main actor.
  private(set) var mainActorModules: Set<String> = []
  /// The major version of each module's language mode.
  private(set) var languageModes: [String: Int] = [:]

  /// Reads the given manifests. `manifests` maps each module's name to the path of its manifest. A
  /// version-specific manifest in the same folder takes precedence, as in SwiftPM.
  init(_ manifests: [String: String]) {
    for (path, modules) in Dictionary(grouping: manifests.keys, by: { manifests[$0]! }) {
      let path = VersionedManifests(besides: path).path(for: ScanConfiguration().compilerVersion)
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      let manifest = String(decoding: data, as: UTF8.self)
      mainActorModules.formUnion(ManifestReader.mainActorModules(in: manifest, among: modules))
      languageModes.merge(ManifestReader.languageModes(in: manifest, among: modules)) { $1 }
    }
  }
}

/// A reader that finds the modules to which a package manifest applies a given setting.
struct ManifestReader {
  private static let kinds: Set = ["executableTarget", "target", "testTarget"]

  private var modules: Set<String> = []
  private var variables: Set<String> = []
  /// Whether the setting that this reader looks for, such as `defaultIsolation`, occurs outside any
  /// target, for example in a loop over all targets. If so, the reader assumes that the setting
  /// applies to all modules.
  private var isEverywhere = false

  static func mainActorModules(in manifest: String, among modules: [String]) -> Set<String> {
    // Most manifests do not contain this setting, and parsing a manifest takes time in every build.
    guard manifest.contains("defaultIsolation") else { return [] }
    return Self.modules(in: Parser.parse(source: manifest), among: modules) { name, arguments in
      name == "defaultIsolation" && arguments.description.contains("MainActor")
    }
  }

  static func languageModes(in manifest: String, among modules: [String]) -> [String: Int] {
    // If the manifest sets no language mode, use the major version in `swift-tools-version`.
    let toolsVersion = toolsVersion(in: manifest)?.components.first ?? 6
    guard manifest.contains("swiftLanguage") else {
      return Dictionary(modules.map { ($0, toolsVersion) }) { $1 }
    }
    let file = Parser.parse(source: manifest)
    // The argument of `Package(…)` that specifies the language modes of all targets.
    let modes = file.nodes(LabeledExprSyntax.self).last {
      ["swiftLanguageModes", "swiftLanguageVersions"].contains($0.label?.text)
    }?.expression.description
    let ofPackage = modes.flatMap { modes in
      (4...6).last { modes.contains("v\($0)") || modes.contains("\"\($0)\"") }
    }
    var found = Dictionary(modules.map { ($0, ofPackage ?? toolsVersion) }) { $1 }
    for mode in 4...6 {
      let own = Self.modules(in: file, among: modules) { name, arguments in
        ["swiftLanguageMode", "swiftLanguageVersion"].contains(name)
          && arguments.description.contains("v\(mode)")
      }
      for module in own { found[module] = mode }
    }
    return found
  }

  /// Returns the version in a manifest's `swift-tools-version` comment, or `nil` if there is none.
  static func toolsVersion(in manifest: String) -> VersionTuple? {
    let start = manifest.firstRange(of: "swift-tools-version:")?.upperBound
    let version = start.map {
      manifest[$0...].drop { $0 == " " }.prefix { "0123456789.".contains($0) }
    }
    return version.flatMap { VersionTuple(parsing: String($0)) }
  }

  private static func modules(
    in file: SourceFileSyntax,
    among modules: [String],
    where isSetting: (_ name: String?, _ arguments: LabeledExprListSyntax) -> Bool
  ) -> Set<String> {
    var reader = ManifestReader()
    for call in file.nodes(FunctionCallExprSyntax.self)
    where isSetting(call.calledExpression.referredName, call.arguments) {
      reader.note(Syntax(call))
    }
    // Search for uses of variables twice, because a variable that contains the setting may be used
    // before it is declared, or in the value of another variable.
    for _ in 0..<2 where !reader.variables.isEmpty {
      for name in file.nodes(DeclReferenceExprSyntax.self)
      where reader.variables.contains(name.baseName.text) {
        reader.note(Syntax(name))
      }
    }
    return reader.isEverywhere ? Set(modules) : reader.modules.intersection(modules)
  }

  private mutating func note(_ node: Syntax) {
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
