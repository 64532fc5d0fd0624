import SwiftDiagnostics
import SwiftIfConfig
import SwiftParser
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros

@testable import MacrosPluginUnderTest

/// The expansion of a source file by the macros.
struct Expansion {
  /// The file with every macro expanded.
  let code: String
  /// The diagnostics in source order, in the form `line:column: severity: message [fix-it]`.
  let diagnostics: [String]
  /// The file after the first fix-it of every diagnostic has been applied, or `nil` if there are no
  /// fix-its.
  let fixed: String?

  /// Expands a source file.
  ///
  /// - Parameter isDebug: Whether the compilation condition `DEBUG` is set.
  init(of source: String, isDebug: Bool = true) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Module", fullFilePath: "Module/File.swift")],
      buildConfiguration: StaticBuildConfiguration(
        customConditions: isDebug ? ["DEBUG"] : [],
        languageVersion: VersionTuple(components: [6]),
        compilerVersion: VersionTuple(components: [6, 3])
      )
    )
    let expanded = file.expand(
      macroSpecs: [
        "DependencyProperties": MacroSpec(type: DependencyPropertiesMacro.self),
        "DependencyClient": MacroSpec(
          type: DependencyClientMacro.self,
          conformances: ["_DependencyClient", "_WrappableClient"]
        ),
        "DependencyEndpoint": MacroSpec(type: DependencyEndpointMacro.self),
        "DependencyEntry": MacroSpec(type: DependencyEntryMacro.self),
        "Forwarded": MacroSpec(type: InjectionMacro.self),
        "Instantiable": MacroSpec(
          type: InstantiableMacro.self,
          // The compiler passes `Instantiable` only if the type does not already conform to it.
          conformances: source.contains("Instantiable {") ? [] : ["Instantiable"]
        ),
        "Instantiated": MacroSpec(type: InjectionMacro.self),
        "Received": MacroSpec(type: InjectionMacro.self),
      ],
      contextGenerator: {
        BasicMacroExpansionContext(
          sharingWith: context,
          lexicalContext: $0.allMacroLexicalContexts()
        )
      },
      indentationWidth: .spaces(2)
    )
    let converter = SourceLocationConverter(fileName: "", tree: file)
    func offset(of node: Syntax, at position: PositionInSyntaxNode) -> Int? {
      guard let location = context.location(of: node, at: position, filePathMode: .filePath),
        let line = Int(location.line.trimmedDescription),
        let column = Int(location.column.trimmedDescription)
      else { return nil }
      return converter.position(ofLine: line, column: column).utf8Offset
    }

    code = expanded.description
    diagnostics = context.diagnostics.map { diagnostic -> (Int, String) in
      let start = offset(of: diagnostic.node, at: .afterLeadingTrivia) ?? 0
      let location = converter.location(for: AbsolutePosition(utf8Offset: start))
      let fixes = diagnostic.fixIts.map { " [\($0.message.message)]" }.joined()
      let head = "\(location.line):\(location.column): \(diagnostic.diagMessage.severity): "
      return (start, head + diagnostic.message + fixes)
    }.sorted { $0.0 < $1.0 }.map(\.1)

    var edits: [(range: Range<Int>, text: String)] = []
    for change in context.diagnostics.compactMap(\.fixIts.first).flatMap(\.changes) {
      guard case .replace(let old, let new) = change,
        let start = offset(of: old, at: .beforeLeadingTrivia),
        let end = offset(of: old, at: .afterTrailingTrivia)
      else { continue }
      edits.append((start..<end, new.description))
    }
    var bytes = Array(source.utf8)
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    fixed = edits.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
