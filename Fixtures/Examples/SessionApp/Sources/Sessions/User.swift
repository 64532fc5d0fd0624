import Dependence

/// A user of the app.
public struct User: Sendable, Hashable {
  /// The name, which no other user has.
  public var name: String

  /// The user of that name.
  public init(name: String) {
    self.name = name
  }
}

private enum CurrentUserKey: DependencyKey {
  static var liveValue: User? { nil }
  // Said, because a test that reads it has not forgotten to override anything.
  static var testValue: User? { nil }
}

extension DependencyValues {
  /// The user of the session; nil outside of one.
  public var currentUser: User? {
    get { self[CurrentUserKey.self] }
    set { self[CurrentUserKey.self] = newValue }
  }
}
