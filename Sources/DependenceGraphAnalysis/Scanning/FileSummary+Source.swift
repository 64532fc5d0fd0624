import DependenceGraphKernel
import SwiftDiagnostics
import SwiftIfConfig
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

extension FileSummary {
  init(
    source: [UInt8],
    path: String,
    module: String,
    configuration: ScanConfiguration = ScanConfiguration(),
    elidesBodies: Bool = true
  ) {
    self.init(path: path, module: module)
    if let line = Markers.lineOfInvalidUTF8(in: source) {
      let message = "this is not UTF-8; save the file in that encoding"
      let location = FileLocation(file: path, line: line, column: 1)
      problems = [Finding(kind: .unreadable, location: location, subject: message)]
      return
    }
    let kept = Markers.offsets(in: source)
    let elided = elidesBodies ? BodyElision.elide(source, keeping: kept) : source
    if let location = BodyElision.deepBracket(in: elided) {
      problems = [Self.nesting(at: location, in: source, path: path)]
      return
    }
    var tree = Self.parse(elided)
    // To save time, irrelevant function bodies were replaced with spaces before parsing, which may
    // have caused a syntax error. If there is one, parse the complete source code instead.
    if tree.hasError, elided != source, BodyElision.deepBracket(in: source) == nil {
      tree = Self.parse(source)
    }
    let needsRegions = !Markers.offsets(of: "#if", in: source).isEmpty
    let regions = needsRegions ? tree.configuredRegions(in: configuration) : nil
    let context = SourceContext(
      tree,
      path: path,
      module: module,
      regions: regions,
      configuration: configuration
    )
    let allowedLines = Markers.allowedLines(in: source) { offset in
      let position = AbsolutePosition(utf8Offset: offset)
      guard let token = tree.token(at: position) else { return true }
      return position < token.positionAfterSkippingLeadingTrivia
        || position >= token.endPositionBeforeTrailingTrivia
    }
    let reader = SummaryReader(context: context, allowedLines: allowedLines)
    reader.walk(tree)
    self = reader.summary
    undecidedConditions = reader.undecidedConditions
    problems = Self.syntaxError(in: tree, context).map { [$0] } ?? context.problems
  }

  private static func nesting(at offset: Int, in source: [UInt8], path: String) -> Finding {
    let before = source[..<offset]
    let column = offset - (before.lastIndex(of: .newline) ?? -1)
    let line = before.count { $0 == .newline } + 1
    let message =
      "square brackets are nested more than \(BodyElision.deepestBrackets) deep, and each level "
      + "doubles the time that parsing takes; name the inner type with a 'typealias'"
    let location = FileLocation(file: path, line: line, column: column)
    return Finding(kind: .syntax, location: location, subject: message)
  }

  private static func parse(_ source: [UInt8]) -> SourceFileSyntax {
    source.withUnsafeBufferPointer { Parser.parse(source: $0) }
  }

  private static func syntaxError(in tree: SourceFileSyntax, _ context: SourceContext) -> Finding? {
    guard tree.hasError else { return nil }
    let errors = ParseDiagnosticsGenerator.diagnostics(for: tree).filter { diagnostic in
      diagnostic.diagMessage.severity == .error
        && context.regions?.isActive(diagnostic.node) != .unparsed
    }
    return errors.min { $0.position < $1.position }.map { error in
      let message = "this does not parse: \(error.message)"
      return Finding(
        kind: .syntax,
        location: context.location(at: error.position),
        subject: message
      )
    }
  }
}
