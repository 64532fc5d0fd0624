import DependenceGraph
import DependenceTesting
import Testing

@testable import Articles

struct ArticlesTests {
  @Test func `the generated root makes what the hand-written one does`() throws {
    let generated = try NotebookApp().list.open.instantiate(3).title()

    #expect(try HandWrittenApp().list.open.instantiate(3).title() == generated)
    #expect(generated == "/notes/3")
  }

  @Test func `a screen shows the title of its note`() throws {
    let app = NotebookApp.test { $0.store = MemoryStore() }

    let screen = app.list.open.instantiate(7)

    #expect(try screen.title() == "note 7")
  }

  @Test func `a screen asks the store`() throws {
    let app = NotebookApp.test()

    expectUnimplemented("NoteStore.text(of:)") {
      _ = try? app.list.open.instantiate(7).title()
    }
  }

  @Test func `a screen is erased, and renamed`() throws {
    let screen = WelcomeApp().welcome.instantiate(User(name: "Anna")).profile().erased

    #expect((screen as? ProfileScreen)?.viewer.name == "editor")
    #expect(ProfileScreen().viewer.name == "editor")
  }
}

private struct MemoryStore: NoteStore {
  func text(of id: Int) throws -> String { "note \(id)" }
}
