import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds all mutations of a source file that this tool supports.
///
/// It leaves comments, text literals, memory orders, attributes, default arguments, and code for
/// other platforms unchanged.
package struct MutationFinder: Sendable {
  /// For each case without associated values, another case of its enumeration. Names of cases that
  /// occur in two enumerations are left out.
  private let otherCases: [String: String]

  /// - Parameter sources: The sources that may declare enumerations.
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

  /// Returns the mutations of a file in source order.
  package func mutations(of source: String, file: String) -> [Mutation] {
    let tree = Parser.parse(source: source)
    // Expressions that cannot be folded, such as those with custom operators, stay as they are.
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

/// Collects the cases of each enumeration that have no associated values.
private final class CaseCollector: SyntaxVisitor {
  private(set) var enumerations: [[String]] = []

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let cases = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
    enumerations.append(cases.filter { $0.parameterClause == nil }.map(\.name.text))
    return .visitChildren
  }
}
