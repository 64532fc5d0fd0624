import Dependence

/// Who is logged in.
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
  /// Who is logged in, inside a session; nil outside.
  public var currentUser: User? {
    get { self[CurrentUserKey.self] }
    set { self[CurrentUserKey.self] = newValue }
  }
}
