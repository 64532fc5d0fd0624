import DependenceMacros

/// The key of the shop's journal.
public enum JournalKey: NeutralDependencyKey {
  /// An empty journal. The app computes this value once, and then keeps it.
  public static var liveValue: Journal { Journal() }
  /// An empty journal for each test. A stored `static let` would be shared by all tests.
  public static var testValue: Journal { Journal() }
}

extension DependencyValues {
  /// The shop's journal.
  public var journal: Journal {
    get { self[JournalKey.self] }
    set { self[JournalKey.self] = newValue }
  }
}
