import DependenceGraph

/// The app, which nobody instantiates.
@MainActor
@Instantiable
final class NotesApp: Instantiable {
  @Instantiated let storage: any Storage
  @Instantiated let configuration: Configuration
  @Instantiated let list: Screens.List
  @Instantiated(fulfilledByType: "Uploader") let uploaders: SendableErasedInstantiator<(), Uploader>
}

/// Another app of the same module, which has a log. Nothing says that it is on the main actor but
/// what it is made of.
@Instantiable(isRoot: true)
struct LoggingApp: Instantiable {
  @Forwarded let configuration: Configuration
  @Instantiated let storage: any Storage
  @Instantiated let log: Log
  @Instantiated let list: Screens.List
  #if DEBUG
  @Instantiated let pool: Pool<Int>
  #else
  @Instantiated let pool: Pool<Int>
  #endif
}

@Instantiable
struct Pool<Element>: Instantiable {
  let elements: [Element] = []
  @Received let configuration: Configuration
}

@Instantiable
actor Uploader: Instantiable {
  @Instantiated private let storage: any Storage
  @Received private let configuration: Configuration

  var path: String { configuration.path + storage.name }
}

/// A root whose test is made of doubles of every shape.
@Instantiable
struct DoublesApp: Instantiable {
  @Instantiated let everything: any Everything
  @Instantiated(fulfilledByType: "RealCounter")
  let counters: SendableErasedInstantiator<Int, any Counter>
}
