import Dependence
import DependenceHarness
import Testing

struct FailureNoteTests {
  private final class Note: FailureNote {
    var fileName: String { "note.txt" }
    var text: String { "a note" }
    let summary: String?
    var site: SourceSite { .unknown }

    init(_ summary: String? = nil) { self.summary = summary }
  }

  private struct ExplainingOwner: RootOwner {
    var name: String { "pays()" }
    var showsNotes: Bool { true }
    func receive(_ issue: DependencyIssue) -> Bool { true }
    func scopeWillEscape() {}
  }

  private let root = DependencyRoot(owner: ExplainingOwner())

  @Test func `a note that is added twice is kept once`() {
    let notes = [Note(), Note()]

    let isShown = [notes[0], notes[0], notes[1]].map { root.addNote($0) }

    #expect(isShown == [true, true, true])
    #expect(root.failureNotes.map(ObjectIdentifier.init) == notes.map(ObjectIdentifier.init))
  }

  @Test func `notes without a summary are left out of the summaries`() {
    for summary in ["one", nil, "two"] { root.addNote(Note(summary)) }

    #expect(root.noteSummaries == ["one", "two"])
  }

  @Test(arguments: [SilentOwner(), nil])
  func `a note is discarded if its test does not show notes`(owner: SilentOwner?) {
    let root = DependencyRoot(owner: owner)

    #expect(!root.addNote(Note()))
    #expect(root.failureNotes.isEmpty)
  }
}
