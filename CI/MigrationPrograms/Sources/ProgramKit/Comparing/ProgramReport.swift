/// The result of migrating one generated program.
struct ProgramResult {
  let program: Program
  /// The program's source code after its migration.
  let after: String
  let rows: [ReportedRow]
  /// The compiler's errors in the migrated source code.
  var errors: [String] = []
  var comparison: TraceComparison?

  /// Whether the migration broke the program without reporting it. This is the case if the migrated
  /// program does not compile or prints different lines, and no row in the migration report
  /// explains this.
  var isWrong: Bool {
    comparison.map { !$0.unexplained.isEmpty } ?? rows.isEmpty
  }
}

/// The results of all programs migrated in a batch.
public struct ProgramReport {
  let results: [ProgramResult]

  /// The number of programs that the migration broke without reporting it.
  public var wrong: Int { results.count { $0.isWrong } }

  /// The report as text. It has a line for each library, followed by the compiler errors and
  /// unexplained differences of each broken program.
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

  /// All reasons given in the programs' migration reports. Each line contains a reason, preceded by
  /// the number of programs whose reports give it.
  public var reasons: String {
    var counts: [String: Int] = [:]
    for result in results {
      for why in Set(result.rows.map { generalized($0.why) }) { counts[why, default: 0] += 1 }
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value)  \($0.key)" }.joined(separator: "\n")
  }

  /// Removes the numbers from a reason, so that the same reason in different programs is counted
  /// together.
  private func generalized(_ why: String) -> String { why.filter { !$0.isNumber } }
}
