import DependenceGraph
import DependenceTesting
import Testing

@testable import Notes

@MainActor
@Suite(.dependencies)
struct NotesTests {
  // MARK: - The app

  @Test func `a root makes its whole graph`() async throws {
    let app = NotesApp()

    let note = app.list.opened(3)

    #expect(try await note.text() == "/notes/3")
    #expect(note.style == "plain")
    #expect(await app.uploaders.instantiate().path == "/notes/notes")
    #expect(app.list.log == nil)
  }

  @Test func `screens open each other, and share what is above them`() {
    let app = NotesApp()

    let again = app.list.opened(1).back.instantiate().opened(2)

    #expect(again.storage as? DiskStorage === app.storage as? DiskStorage)
    #expect(again.archive as? DiskStorage === app.storage as? DiskStorage)
    #expect(again.editor.id == 2)
  }

  @Test func `a root that is not on its own is handed what it needs`() {
    let app = LoggingApp(configuration: Configuration(path: "/elsewhere"))

    #expect(app.list.storage.name == "/elsewhere")
    #expect(app.list.log != nil)
    #expect(app.pool.configuration.path == "/elsewhere")
  }

  @Test func `what an instantiator makes reads the scope of its root`() {
    let app = withDependencies {
      $0.greeting = "letter"
    } operation: {
      NotesApp()
    }

    #expect(app.list.opened(4).editor.title == "letter 4")
  }

  // MARK: - In tests

  @Test func `a test overrides what it is about`() async throws {
    let app = NotesApp.test { $0.storage = MemoryStorage() }

    #expect(try await app.list.opened(3).text() == "3 in memory")
    #expect(app.list.storage.name == "memory")
  }

  @Test func `what a test does not override is unimplemented`() async throws {
    let app = NotesApp.test()
    let editor = app.list.opened(3).editor

    expectUnimplemented("Storage.save(_:for:)") { editor.save("text") }
    expectUnimplemented("Storage.name") { #expect(app.storage.name == "") }
    expectUnimplemented("Storage.count(where:)") { #expect(app.storage.count { _ in true } == 0) }
    try await expectUnimplemented("Storage.load(_:)") { _ = try await app.storage.load(1) }
  }

  @Test func `the message names the line to paste, at the test`() {
    let app = NotesApp.test()

    withExpectedIssues(matching: { issue in
      issue.message.hasSuffix("with $0.storage = …, in NotesApp.test { … }.")
        && issue.site.fileID == "NotesTests/NotesTests.swift"
    }) {
      app.storage.save("text", for: 1)
    }
  }

  @Test func `a double of any shape reports, and goes on where it can`() async throws {
    let app = DoublesApp.test()
    var value = 1

    expectUnimplemented("Everything.*", count: .exactly(7)) {
      app.everything.nothing()
      app.everything.void()
      app.everything.result()
      #expect(app.everything.id == 0)
      #expect(app.everything.cache == [])
      app.everything.flags.append(true)
    }
    await expectUnimplemented("Everything.optional(id:)") {
      #expect(await app.everything.optional(id: 1) == nil)
    }
    try await expectUnimplemented("Everything.change(_:)") {
      try await app.everything.change(&value)
    }
    await expectUnimplemented("Counter.count()") {
      #expect(await app.counters.instantiate(1).count() == 0)
    }
  }

  @Test func `a test hands on what is forwarded`() {
    let app = LoggingApp.test(configuration: Configuration(path: "/test")) {
      $0.pool = Pool(configuration: Configuration(path: "/pool"))
    }

    #expect(app.configuration.path == "/test")
    #expect(app.pool.configuration.path == "/pool")
  }
}

private struct MemoryStorage: Storage {
  var name: String { "memory" }
  var limit: Int?
  func load(_ id: Int) async throws -> String { "\(id) in memory" }
  func save(_ text: String, for id: Int) {}
  func count(where isIncluded: (String) -> Bool) -> Int { 1 }
}
