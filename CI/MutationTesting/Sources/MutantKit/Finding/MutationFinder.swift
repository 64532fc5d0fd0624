import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds every mutation of a source file that this tool knows.
///
/// Nothing is mutated in comments, in literals that are texts, in arguments that name a memory order,
/// in attributes, in default arguments, and in code that this platform does not compile.
package struct MutationFinder: Sendable {
  /// Each case without a payload, and another one of its enumeration; nil where two enumerations share the name.
  private let otherCases: [String: String]

  /// - Parameter sources: Every source in which enumerations may be declared.
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

  /// The mutations of a file, in the order of its text.
  package func mutations(of source: String, file: String) -> [Mutation] {
    let tree = Parser.parse(source: source)
    // What does not fold, such as an operator of the file's own, stays as it is.
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

/// Collects the cases without a payload of each enumeration.
private final class CaseCollector: SyntaxVisitor {
  private(set) var enumerations: [[String]] = []

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    let cases = node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
      .flatMap(\.elements)
    enumerations.append(cases.filter { $0.parameterClause == nil }.map(\.name.text))
    return .visitChildren
  }
}
