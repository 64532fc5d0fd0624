import DependenceMacros

/// A user of the app.
public struct Account: Sendable, Hashable {
  /// The name of the account, which is unique.
  public var name: String

  /// Creates an account with the given name.
  public init(name: String) {
    self.name = name
  }
}

/// A client that signs users in and out.
@DependencyClient
public struct AuthClient: Sendable {
  /// Returns the account that is signed in, or `nil` if no account is signed in.
  public var account: @Sendable () async throws -> Account?
  /// Signs a user in, and returns the user's account.
  public var signIn: @Sendable (_ name: String) async throws -> Account
  /// Signs the current user out. Does nothing if no user is signed in.
  public var signOut: @Sendable () async throws -> Void
}

/// A reason why a user could not sign in, or why a request that needs an account failed.
public enum AuthError: Error, Equatable {
  case nameMissing
  case signedOut
}

/// The key of ``AuthClient``. Its live value is in the module Auth, which the app links.
public enum AuthClientKey: TestDependencyKey {
  /// An unimplemented client, which fails the test that calls it.
  public static var testValue: AuthClient { .unimplemented }
  /// A client that returns sample data.
  public static var previewValue: AuthClient {
    AuthClient(
      account: { Account(name: "Ada") },
      signIn: { Account(name: $0) },
      signOut: {}
    )
  }
}

extension DependencyValues {
  /// The client that signs users in and out.
  @DependencyEntry public var authClient: AuthClient
}
