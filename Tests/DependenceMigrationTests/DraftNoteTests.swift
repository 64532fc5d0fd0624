import Testing

@testable import DependenceMigration

struct DraftNoteTests {
  /// Adds notes at byte offsets of a file, and returns the new text of the file and the rows of the
  /// report.
  private func finish(
    _ text: String,
    _ notes: [(offset: Int, why: String)]
  ) -> (text: String, rows: [String]) {
    var draft = Draft(MigrationSource(path: "A.swift", text: text))
    for (offset, why) in notes { draft.note(offset, why: why, write: "r") }
    let (text, rows) = draft.finish()
    return (text, rows.map(\.description))
  }

  @Test func `equal notes about a line are merged and different notes are kept`() {
    let (text, rows) = finish(
      "let a = 1\nlet b = 2\n",
      [(offset: 10, why: "w"), (offset: 4, why: "w"), (offset: 0, why: "w"), (offset: 5, why: "v")]
    )

    #expect(
      text == """
        // MIGRATE: w; r
        // MIGRATE: v; r
        let a = 1
        // MIGRATE: w; r
        let b = 2

        """
    )
    #expect(rows == ["A.swift:3: w; r", "A.swift:3: v; r", "A.swift:5: w; r"])
  }

  @Test func `all code that is removed from a line for one reason is kept in comments`() {
    var draft = Draft(MigrationSource(path: "A.swift", text: "let a = 1\n"))
    for code in [".b()", ".c()"] { draft.note(4, why: "w", write: "r", removed: code) }

    let (text, rows) = draft.finish()

    #expect(
      text == "// MIGRATE: w; r\n// REMOVED: .b()\n// REMOVED: .c()\nlet a = 1\n"
    )
    #expect(rows.map(\.description) == ["A.swift:4: w; r"])
  }

  @Test func `two notes about the same position keep their order`() {
    let (text, rows) = finish("let a = 1\n", [(offset: 4, why: "w"), (offset: 4, why: "v")])

    #expect(text == "// MIGRATE: w; r\n// MIGRATE: v; r\nlet a = 1\n")
    #expect(rows == ["A.swift:3: w; r", "A.swift:3: v; r"])
  }

  @Test(arguments: [
    ("// MIGRATE: w; r\nlet a = 1\n", "// MIGRATE: w; r\nlet a = 1\n"),
    (
      "// MIGRATE: w; r\n// MIGRATE: v; r\nlet a = 1\n",
      "// MIGRATE: w; r\n// MIGRATE: v; r\nlet a = 1\n"
    ),
    (
      "// MIGRATE: w; r\n\nlet a = 1\n",
      "// MIGRATE: w; r\n\n// MIGRATE: w; r\nlet a = 1\n"
    ),
    (
      "// MIGRATE: w; r\n// A.\nlet a = 1\n",
      "// MIGRATE: w; r\n// A.\n// MIGRATE: w; r\nlet a = 1\n"
    ),
  ])
  func `a comment directly above the code is not written again`(before: String, after: String) {
    let offset = before.utf8.count - "let a = 1\n".utf8.count

    #expect(finish(before, [(offset: offset, why: "w")]).text == after)
  }

  @Test func `a comment stands above code that is inserted at the start of its line`() {
    var draft = Draft(MigrationSource(path: "A.swift", text: "a()\nb()\n"))
    draft.replace(4..<4, with: "f {\n")
    draft.replace(7..<7, with: " }")
    draft.note(4, why: "w", write: "r")

    let (text, rows) = draft.finish()

    #expect(text == "a()\n// MIGRATE: w; r\nf {\nb() }\n")
    #expect(rows.map(\.line) == [3])
  }
}
