import Dependence

/// A client of a mail server.
///
/// This client is written without macros. With `@DependencyClient` and `@DependencyEntry`, the
/// macros would generate the key and the unimplemented values.
public struct MailServer: Sendable {
  /// Opens a session for a user.
  public var logIn: @Sendable (_ name: String) async throws -> User
  /// Ends a user's session.
  public var logOut: @Sendable (_ user: User) async -> Void
  /// Returns a user's messages.
  public var messages: @Sendable (_ user: User) async throws -> [String]

  /// Creates a client from its endpoints.
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
  /// A client that accepts every name, and returns a welcome message for each user.
  public static let liveValue = MailServer(
    logIn: { User(name: $0) },
    logOut: { _ in },
    messages: { ["Welcome, \($0.name)."] }
  )

  /// An unimplemented client, which fails the test that calls it.
  public static let testValue = MailServer(
    logIn: { _ in throw unimplemented("MailServer.logIn") },
    logOut: { _ in unimplemented("MailServer.logOut") },
    messages: { _ in throw unimplemented("MailServer.messages") }
  )
}

extension DependencyValues {
  /// The client of the mail server. It is unimplemented in tests.
  public var mailServer: MailServer {
    get { self[MailServer.self] }
    set { self[MailServer.self] = newValue }
  }
}
