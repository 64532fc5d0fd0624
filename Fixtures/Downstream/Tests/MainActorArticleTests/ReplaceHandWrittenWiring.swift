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
struct NotePath: Instantiable {
  let text = "notes"
}
