import DependenceGraph

/// The root of the app. No other type instantiates it.
@MainActor
@Instantiable
final class NotesApp: Instantiable {
  @Instantiated let storage: any Storage
  @Instantiated let configuration: Configuration
  @Instantiated let list: Screens.List
  @Instantiated(fulfilledByType: "Uploader") let uploaders: SendableErasedInstantiator<(), Uploader>
}

/// Another root of the same module, which contains a log. It has no isolation attribute, but it
/// must be created on the main actor, because it contains a screen that is isolated to it.
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

/// A root for which the function `test` creates every kind of double.
@Instantiable
struct DoublesApp: Instantiable {
  @Instantiated let everything: any Everything
  @Instantiated(fulfilledByType: "RealCounter")
  let counters: SendableErasedInstantiator<Int, any Counter>
}
