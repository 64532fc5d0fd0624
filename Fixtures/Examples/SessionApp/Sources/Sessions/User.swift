import Dependence

/// A user of the app.
public struct User: Sendable, Hashable {
  /// The name of the user, which is unique.
  public var name: String

  /// Creates a user with the given name.
  public init(name: String) {
    self.name = name
  }
}

private enum CurrentUserKey: DependencyKey {
  static var liveValue: User? { nil }
  // Declare the test value explicitly. Without it, a test that reads the key without an override
  // would fail, although it is correct that no user is logged in.
  static var testValue: User? { nil }
}

extension DependencyValues {
  /// The user of the current session, or `nil` outside a session.
  public var currentUser: User? {
    get { self[CurrentUserKey.self] }
    set { self[CurrentUserKey.self] = newValue }
  }
}
