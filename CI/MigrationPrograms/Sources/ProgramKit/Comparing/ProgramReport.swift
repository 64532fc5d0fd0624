/// The migration of one program.
struct ProgramResult {
  let program: Program
  /// The migrated source.
  let after: String
  let rows: [ReportedRow]
  /// The errors of the compiler in the migrated source.
  var errors: [String] = []
  var comparison: TraceComparison?

  /// Whether the migration changed the program without a row: it does not compile, or its trace differs.
  var isWrong: Bool {
    comparison.map { !$0.unexplained.isEmpty } ?? rows.isEmpty
  }
}

/// The result of a batch of programs.
public struct ProgramReport {
  let results: [ProgramResult]

  /// The count of programs that a migration changed without a row.
  public var wrong: Int { results.count { $0.isWrong } }

  /// A line for each library, and the difference of each wrong program.
  public var text: String {
    var lines: [String] = []
    for library in ProgramLibrary.allCases {
      let all = results.filter { $0.program.library == library }
      if all.isEmpty { continue }
      let unbuilt = all.count { !$0.errors.isEmpty }
      let clean = all.count { $0.rows.isEmpty && $0.comparison?.differences.isEmpty == true }
      let explained = all.count { $0.comparison?.differences.isEmpty == false && !$0.isWrong }
      let needless = all.count { !$0.rows.isEmpty && $0.comparison?.differences.isEmpty == true }
      lines.append(
        "\(library.rawValue): \(all.count) programs, \(clean) the same without a row, \(explained) differ with a row, "
          + "\(needless) the same with a row, \(unbuilt) do not compile, \(all.count { $0.isWrong }) wrong"
      )
    }
    for result in results where result.isWrong {
      lines.append("wrong: program \(result.program.number) of \(result.program.library.rawValue)")
      lines += result.errors.map { "  \($0)" }
      lines += result.comparison?.unexplained.map { "  \($0)" } ?? []
    }
    return lines.joined(separator: "\n")
  }

  /// The count of programs with each reason of a row.
  public var reasons: String {
    var counts: [String: Int] = [:]
    for result in results {
      for why in Set(result.rows.map(\.why)) { counts[generalized(why), default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value)  \($0.key)" }.joined(separator: "\n")
  }

  /// A reason without the numbers of a program.
  private func generalized(_ why: String) -> String { why.filter { !$0.isNumber } }
}
