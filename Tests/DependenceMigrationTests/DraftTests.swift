import Testing

@testable import DependenceMigration

struct DraftTests {
  @Test(arguments: [[(0..<3, "{")], [(0..<5, "var a"), (4..<9, "b = 2")]])
  func `edits that would break a file are discarded and reported`(edits: [(Range<Int>, String)]) {
    let text = "let a = 1\n"
    var draft = Draft(MigrationSource(path: "A.swift", text: text))
    for (range, text) in edits { draft.replace(range, with: text) }

    let (result, rows) = draft.finish()

    #expect(result == text)
    #expect(
      rows.map(\.why) == ["the edited file would not parse, so the file was not changed"]
    )
  }
}
