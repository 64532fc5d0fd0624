import Foundation

/// The report on a mutation testing session, with each mutant's result.
package struct MutantReport: Sendable, Codable {
  package struct Row: Sendable, Codable {
    package let number: Int
    package let mutation: Mutation
    package let verdict: Verdict
  }

  package let seed: UInt64
  package let rows: [Row]
  /// The number of mutants that did not compile. They do not affect the score.
  package let refused: Int

  /// The number of mutants with each result, for one product or for all products.
  package struct Score: Equatable {
    package var killed = 0
    package var survived = 0
    package var unreached = 0
    package var equivalent = 0

    /// The percentage of mutants that the tests detected, or 100 if there are no mutants.
    /// Equivalent mutants, which do not change the program's behavior, are not counted.
    package var percent: Double {
      let all = killed + survived + unreached
      return all == 0 ? 100 : Double(killed) * 100 / Double(all)
    }

    mutating func count(_ verdict: Verdict) {
      switch verdict {
      case .killed, .timedOut: killed += 1
      case .survived: survived += 1
      case .unreached: unreached += 1
      case .equivalent: equivalent += 1
      }
    }
  }

  /// The score of each product, keyed by the product's name.
  package var scores: [String: Score] {
    rows.reduce(into: [:]) { scores, row in
      scores[Product(ofFile: row.mutation.file).name, default: Score()].count(row.verdict)
    }
  }

  package var total: Score {
    rows.reduce(into: Score()) { $0.count($1.verdict) }
  }

  /// Returns the names of the products whose score is below `minimum` percent, and "all" if the
  /// total score is below it.
  ///
  /// A product with fewer than ten mutants counts only toward the total, because each mutant would
  /// change its score by more than ten percentage points.
  package func below(_ minimum: Double) -> [String] {
    let low = scores.filter { _, score in
      score.killed + score.survived + score.unreached >= 10 && score.percent < minimum
    }
    return low.keys.sorted() + (total.percent < minimum ? ["all"] : [])
  }

  /// The report as text: a diff for each mutant that survived or was not reached, and a table with
  /// the score of each product.
  package var text: String {
    let alive = rows.filter { $0.verdict == .survived || $0.verdict == .unreached }
    let diffs = alive.map(Self.diff).joined(separator: "\n")
    let scores = scores.sorted { $0.key < $1.key } + [("all", total)]
    let width = scores.map(\.0.count).max() ?? 0
    let table = scores.map { name, score in
      let padded = name.padding(toLength: width, withPad: " ", startingAt: 0)
      let counts = [score.killed, score.survived, score.unreached, score.equivalent]
        .map { String($0).leftPadded(to: 12) }.joined()
      return padded + counts + String(Int(score.percent.rounded(.down))).leftPadded(to: 8) + " %"
    }
    let titles = ["killed", "survived", "unreached", "equivalent"].map { $0.leftPadded(to: 12) }
    let head = String(repeating: " ", count: width) + titles.joined() + "   score"
    return "\(diffs)\n\(head)\n\(table.joined(separator: "\n"))\n"
      + "seed \(seed), \(refused) mutants did not compile\n"
  }

  private static func diff(_ row: Row) -> String {
    let mutation = row.mutation
    let fate = row.verdict == .unreached ? "no test reaches it" : "survived"
    let original = mutation.original.split(separator: "\n").map { "- \($0)\n" }.joined()
    let mutated = mutation.mutated.split(separator: "\n").map { "+ \($0)\n" }.joined()
    return """
      \(mutation.file):\(mutation.line):\(mutation.column): \(mutation.kind.rawValue), \(fate)
      \(original)\(mutated)\
        as equivalent: \(mutation.fingerprint) => (reason)

      """
  }
}

extension String {
  fileprivate func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - count)) + self
  }
}
