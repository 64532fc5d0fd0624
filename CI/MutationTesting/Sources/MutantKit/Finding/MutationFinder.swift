import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds every mutation of a source file that this tool supports.
///
/// Comments, string literals, memory orders, attributes, default arguments, and code for other
/// platforms are not mutated.
package struct MutationFinder: Sendable {
  /// Maps each enum case without associated values to another case of the same enum. A case name
  /// that occurs in two enums is omitted, because the name alone does not identify the enum.
  private let otherCases: [String: String]

  /// Creates a finder that collects the cases of all enumerations declared in `sources`.
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
    // Fold operators into trees. Sequences with unknown operators cannot be folded and stay flat.
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

/// Collects, for each enumeration, the cases that have no associated values.
private final class CaseCollector: SyntaxVisitor {
  private(set) var enumerations: [[String]] = []

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let cases = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
    enumerations.append(cases.filter { $0.parameterClause == nil }.map(\.name.text))
    return .visitChildren
  }
}
