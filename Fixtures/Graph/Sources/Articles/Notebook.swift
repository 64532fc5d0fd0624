import DependenceGraph

protocol NoteStore {
  func text(of id: Int) throws -> String
}

@Instantiable(fulfillingAdditionalTypes: [(any NoteStore).self])
final class FileNoteStore: NoteStore, Instantiable {
  @Instantiated private let path: NotePath

  func text(of id: Int) throws -> String { "\(path.text)/\(id)" }
}

@Instantiable
struct NoteList: Instantiable {
  @Instantiated let open: Instantiator<NoteScreen>
}

@Instantiable
struct NoteScreen: Instantiable {
  @Forwarded let id: Int
  @Received private let store: any NoteStore

  func title() throws -> String { try store.text(of: id) }
}

@Instantiable
extension NotePath: Instantiable {
  static func instantiate() -> NotePath { NotePath(text: "/notes") }
}

@Instantiable
struct NotebookApp: Instantiable {
  @Instantiated let store: any NoteStore
  @Instantiated let list: NoteList
}

struct NotePath {
  let text: String
}

struct HandWrittenApp {
  let store: any NoteStore
  let list: NoteList

  init() {
    let store = FileNoteStore(path: NotePath(text: "/notes"))
    self.store = store
    list = NoteList(open: Instantiator { NoteScreen(id: $0, store: store) })
  }
}
