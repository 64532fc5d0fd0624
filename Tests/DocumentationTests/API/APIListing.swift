/// A sorted listing of the public declarations of a module, one per line. The members of a type are
/// indented below it.
struct APIListing: CustomStringConvertible {
  let description: String

  init(of graph: SymbolGraph) {
    let symbols = graph.symbols.filter { $0.kind.identifier != "swift.extension" }
    let relationships = Dictionary(grouping: graph.relationships, by: \.source)
    let names = Dictionary(
      symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) },
      uniquingKeysWith: { first, _ in first }
    )

    var entries = symbols.map { symbol in
      Entry(
        path: symbol.pathComponents,
        line: Self.line(of: symbol, relationships[symbol.identifier.precise] ?? [])
      )
    }
    for symbol in symbols {
      for relationship in relationships[symbol.identifier.precise, default: []] {
        guard let verb = Self.verbs[relationship.kind],
          let name = names[relationship.target] ?? relationship.targetFallback,
          !Self.implied.contains(name)
        else { continue }
        entries.append(
          Entry(path: symbol.pathComponents + ["", name], line: "\(verb) \(name)", depth: 1)
        )
      }
    }
    // Types of other modules that this module extends have no entry yet.
    let known = Set(entries.map(\.path))
    let extended = Set(symbols.map { Array($0.pathComponents.dropLast()) })
      .filter { !$0.isEmpty && !known.contains($0) }
    entries += extended.map { Entry(path: $0, line: "extension \($0.joined(separator: "."))") }

    // The symbol graph splits extensions and conformances by their constraints, so that entries may
    // occur several times.
    description = Set(entries).sorted().map(\.text).joined()
  }

  private static let verbs = ["conformsTo": "conforms to", "inheritsFrom": "inherits from"]

  /// The conformances that the compiler adds to nearly every type.
  private static let implied: Set = ["Swift.SendableMetatype", "Swift.Copyable", "Swift.Escapable"]

  private static func line(
    of symbol: SymbolGraph.Symbol,
    _ relationships: [SymbolGraph.Relationship]
  ) -> String {
    var line = symbol.declarationFragments.map(\.spelling).joined()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let constraints = (symbol.swiftExtension?.constraints ?? []).map(\.text).sorted()
    if !constraints.isEmpty { line += " [where \(constraints.joined(separator: ", "))]" }
    if symbol.accessLevel == "open" { line = "open \(line)" }
    let kinds = Set(relationships.map(\.kind))
    if kinds.contains("requirementOf") { line = "requirement \(line)" }
    if kinds.contains("defaultImplementationOf") { line = "default \(line)" }
    return line
  }
}

extension APIListing {
  private struct Entry: Comparable, Hashable {
    let path: [String]
    let line: String
    var depth = 0

    var text: String {
      let indentation = depth > 0 ? path.count - 2 : path.count - 1
      return String(repeating: "  ", count: indentation) + line + "\n"
    }

    static func < (left: Entry, right: Entry) -> Bool {
      left.path == right.path
        ? left.line < right.line : left.path.lexicographicallyPrecedes(right.path)
    }
  }
}

extension SymbolGraph.Symbol.Constraint {
  fileprivate var text: String { "\(lhs) \(kind == "sameType" ? "==" : ":") \(rhs)" }
}
