import Foundation
import Testing

/// The table below a heading of an article.
struct ArticleTable {
  struct Row: Sendable, CustomTestStringConvertible {
    let heading: String
    let subject: String
    let results: [String]

    var testDescription: String { "\(heading): \(subject)" }
  }

  let rows: [Row]

  /// Reads the table below a heading of an article.
  ///
  /// - Throws: An error if the article cannot be read.
  init(_ heading: String, of article: String = "HowItBehaves.md") throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Dependence/Dependence.docc")
    let lines = try String(contentsOf: folder.appending(path: article), encoding: .utf8)
      .components(separatedBy: "\n")

    let section = lines.drop { $0 != "## \(heading)" }.dropFirst()
      .prefix { !$0.hasPrefix("## ") }
    // The first two lines are the header of the Markdown table and its delimiter row.
    rows = section.filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(heading: heading, subject: cells[0], results: Array(cells.dropFirst()))
    }
  }
}
