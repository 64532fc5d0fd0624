import DependenceGraph

/// Nested and generic screens that are isolated to the main actor and open each other.
enum Screens {
  @MainActor
  @Instantiable
  final class List: Instantiable {
    @Received let storage: any Storage
    @Instantiated let open: Instantiator<Screens.Note<String>>
    @Received(onlyIfAvailable: true) let log: Log?

    func opened(_ id: Int) -> Note<String> { open.instantiate((id: id, style: "plain")) }
  }

  @MainActor
  @Instantiable
  final class Note<Style>: Instantiable {
    @Forwarded let id: Int
    @Forwarded let style: Style
    @Received(fulfilledByDependencyNamed: "storage", ofType: (any Storage).self)
    let archive: any Sendable
    @Instantiated let editor: Editor
    @Instantiated let back: Instantiator<Screens.List>
    @Received let storage: any Storage

    func text() async throws -> String { try await storage.load(id) }
  }
}

@Instantiable
struct Editor: Instantiable {
  @Received let id: Int
  @Received let storage: any Storage
  @Received let archive: any Sendable
  let title: String

  init(storage: any Storage, id: Int, archive: any Sendable) {
    @Dependency(\.greeting) var greeting
    self.storage = storage
    self.id = id
    self.archive = archive
    title = "\(greeting) \(id)"
  }

  func save(_ text: String) { storage.save(text, for: id) }
}

@Instantiable
struct Log: Instantiable, Sendable {}
