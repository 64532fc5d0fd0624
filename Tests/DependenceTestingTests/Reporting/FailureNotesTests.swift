import DependenceHarness
@testable import DependenceTesting
import Testing

private final class Note: FailureNote {
  let fileName = "note.txt"
  let text = "all of it"
  let summary: String?
  let site = SourceSite()
  let isUnrepeatable = false

  init(_ summary: String?) { self.summary = summary }
}

struct FailureNotesTests {
  @Test(
    arguments: [
      ([], nil), ([nil], nil), (["one"], "one"), (["one", nil, "two"], "one two"),
    ] as [([String?], String?)]
  )
  func `the summaries of a root's notes are joined in one line`(
    summaries: [String?],
    expected: String?
  ) throws {
    let owner = TestOwner(try #require(Test.current), isCollected: true)
    let root = DependencyRoot(owner: owner)
    for summary in summaries { root.addNote(Note(summary)) }

    #expect(root.noteSummary == expected)
  }
}
