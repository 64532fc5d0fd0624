import SwiftDiagnostics
import SwiftIfConfig
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

extension FileSummary {
  /// Reads a file.
  ///
  /// - Parameter elidesBodies: Whether bodies are left out before the file is parsed, which changes
  ///   how long that takes, and nothing else.
  /// - Complexity: Linear in the length of the source, most of which goes into parsing what is left
  ///   of it without bodies.
  package init(
    source: [UInt8],
    path: String,
    module: String,
    configuration: ScanConfiguration = ScanConfiguration(),
    elidesBodies: Bool = true
  ) {
    self.init(path: path, module: module)
    if let offset = source.firstInvalidUTF8 {
      let line = source[..<offset].count { $0 == .newline } + 1
      problems = [
        Problem(
          kind: .unreadable,
          message: "this is not UTF-8; save the file in that encoding",
          place: SourcePlace(file: path, line: line, column: 1)
        )
      ]
      return
    }
    let elided =
      elidesBodies ? BodyElision.elide(source, keeping: Markers.places(in: source)) : source
    var tree = Self.parse(elided)
    // Whatever the elision did not understand, the parser may.
    if tree.hasError, elided != source { tree = Self.parse(source) }
    let needsRegions = !Markers.places(of: "#if", in: source).isEmpty
    let active = ActiveConfiguration(configuration: configuration)
    let context = SourceContext(
      path: path,
      module: module,
      converter: SourceLocationConverter(fileName: path, tree: tree),
      regions: needsRegions ? tree.configuredRegions(in: active) : nil
    )
    let reader = SummaryReader(context: context, allowedLines: Markers.allowedLines(in: source))
    reader.walk(tree)
    self = reader.summary
    if let error = Self.syntaxError(in: tree, context) { problems = [error] }
  }

  private static func parse(_ source: [UInt8]) -> SourceFileSyntax {
    source.withUnsafeBufferPointer { Parser.parse(source: $0) }
  }

  /// The first error outside of what the compiler would not parse either.
  private static func syntaxError(
    in tree: SourceFileSyntax,
    _ context: SourceContext
  ) -> Problem? {
    guard tree.hasError else { return nil }
    let errors = ParseDiagnosticsGenerator.diagnostics(for: tree).filter { diagnostic in
      diagnostic.diagMessage.severity == .error
        && context.regions?.isActive(diagnostic.node) != .unparsed
    }
    return errors.min { $0.position < $1.position }.map { error in
      Problem(
        kind: .syntax,
        message: "this does not parse: \(error.message)",
        place: context.place(at: error.position)
      )
    }
  }
}

extension Markers {
  /// The lines whose reads are allowed to find no live value: those with the comment and, where the
  /// comment stands by itself, the line after it.
  static func allowedLines(in source: [UInt8]) -> Set<Int> {
    let places = places(of: allowsMissingLive, in: source)
    guard !places.isEmpty else { return [] }
    var lines: Set<Int> = []
    for place in places {
      let start = source[..<place].lastIndex { $0 == .newline }.map { $0 + 1 } ?? 0
      let line = source[..<place].count { $0 == .newline } + 1
      lines.insert(line)
      let isAlone = source[start..<place].allSatisfy {
        [.slash, .star, UInt8(ascii: " "), UInt8(ascii: "\t")].contains($0)
      }
      if isAlone { lines.insert(line + 1) }
    }
    return lines
  }
}

extension [UInt8] {
  /// The offset of the first byte that is not UTF-8; nil, if everything is.
  fileprivate var firstInvalidUTF8: Int? {
    if String(validating: self, as: UTF8.self) != nil { return nil }
    let text = String(decoding: self, as: UTF8.self)
    return zip(self, text.utf8).enumerated().first { $1.0 != $1.1 }?.offset ?? count
  }
}
