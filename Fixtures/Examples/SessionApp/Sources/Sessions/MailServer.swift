import Dependence

/// Knows users and their messages.
///
/// Written out: `@DependencyClient` and `@DependencyEntry` would write the key and the unimplemented
/// values.
public struct MailServer: Sendable {
  /// Opens a session.
  public var logIn: @Sendable (_ name: String) async throws -> User
  /// Ends the session of a user.
  public var logOut: @Sendable (_ user: User) async -> Void
  /// The messages of a user.
  public var messages: @Sendable (_ user: User) async throws -> [String]

  /// A server that answers in this way.
  public init(
    logIn: @escaping @Sendable (_ name: String) async throws -> User,
    logOut: @escaping @Sendable (_ user: User) async -> Void,
    messages: @escaping @Sendable (_ user: User) async throws -> [String]
  ) {
    self.logIn = logIn
    self.logOut = logOut
    self.messages = messages
  }
}

extension MailServer: DependencyKey {
  /// A server that knows everybody, and keeps everything in memory.
  public static let liveValue = MailServer(
    logIn: { User(name: $0) },
    logOut: { _ in },
    messages: { ["Welcome, \($0.name)."] }
  )

  /// Fails the test that calls it.
  public static let testValue = MailServer(
    logIn: { _ in throw unimplemented("MailServer.logIn") },
    logOut: { _ in unimplemented("MailServer.logOut") },
    messages: { _ in throw unimplemented("MailServer.messages") }
  )
}

extension DependencyValues {
  /// Knows users and their messages; unimplemented in tests.
  public var mailServer: MailServer {
    get { self[MailServer.self] }
    set { self[MailServer.self] = newValue }
  }
}
