import DependenceMacros

/// The shop's journal.
public enum JournalKey: NeutralDependencyKey {
  /// An empty journal; the app asks for it once, and keeps it.
  public static var liveValue: Journal { Journal() }
  /// An empty journal of the test's own. A stored `static let` would be one for all tests.
  public static var testValue: Journal { Journal() }
}

extension DependencyValues {
  /// The shop's journal.
  public var journal: Journal {
    get { self[JournalKey.self] }
    set { self[JournalKey.self] = newValue }
  }
}
