import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A finder of all mutations (small changes to the code) that this tool can make in a source file.
///
/// Comments, string literals, attributes, default arguments, memory orderings of atomic operations,
/// and code for other platforms are not mutated.
package struct MutationFinder: Sendable {
  /// The replacement for each enum case without associated values: another case of the same enum. A
  /// case name that occurs in two enums is omitted, because the name alone does not identify the
  /// enum.
  private let otherCases: [String: String]

  /// Creates a finder that can also replace the cases of the enums declared in `sources`. Each case
  /// is replaced with another case of the same enum.
  package init(enumerationsIn sources: [String] = []) {
    var found: [String: String?] = [:]
    for source in sources {
      let collector = CaseCollector(viewMode: .sourceAccurate)
      collector.walk(Parser.parse(source: source))
      for cases in collector.enumerations where cases.count > 1 {
        for (index, name) in cases.enumerated() {
          let other = cases[(index + 1) % cases.count]
          found.updateValue(found.keys.contains(name) ? nil : other, forKey: name)
        }
      }
    }
    otherCases = found.compactMapValues(\.self)
  }

  /// Returns the mutations of a source file, sorted by position.
  package func mutations(of source: String, file: String) -> [Mutation] {
    let tree = Parser.parse(source: source)
    // The parser returns a flat sequence of operators and operands. Fold it into a tree, in which
    // each operator has its operands. Sequences with unknown operators stay flat.
    let folded = OperatorTable.standardOperators.foldAll(tree) { _ in }
    let visitor = MutationVisitor(
      file: file,
      lines: SourceLocationConverter(fileName: file, tree: folded),
      otherCases: otherCases
    )
    visitor.walk(folded)
    return visitor.found.sorted {
      ($0.range.lowerBound, $0.kind.rawValue) < ($1.range.lowerBound, $1.kind.rawValue)
    }
  }
}

/// A visitor that collects, for each enum, the names of the cases without associated values.
private final class CaseCollector: SyntaxVisitor {
  private(set) var enumerations: [[String]] = []

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let cases = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
    enumerations.append(cases.filter { $0.parameterClause == nil }.map(\.name.text))
    return .visitChildren
  }
}
