import DependenceMacros

/// A user of the app.
public struct Account: Sendable, Hashable {
  /// The name, which no other account has.
  public var name: String

  /// The account of that name.
  public init(name: String) {
    self.name = name
  }
}

/// Signs in and out.
@DependencyClient
public struct AuthClient: Sendable {
  /// The account that is signed in; nil if none is.
  public var account: @Sendable () async throws -> Account?
  /// Signs in.
  public var signIn: @Sendable (_ name: String) async throws -> Account
  /// Signs out, if anybody is signed in.
  public var signOut: @Sendable () async throws -> Void
}

/// A reason why a login failed.
public enum AuthError: Error, Equatable {
  case nameMissing
  case signedOut
}

/// The key of ``AuthClient``. Its live value is in the module Auth, which an app links.
public enum AuthClientKey: TestDependencyKey {
  /// Fails the test that calls it.
  public static var testValue: AuthClient { .unimplemented }
  /// Something to look at.
  public static var previewValue: AuthClient {
    AuthClient(
      account: { Account(name: "Ada") },
      signIn: { Account(name: $0) },
      signOut: {}
    )
  }
}

extension DependencyValues {
  /// Signs in and out.
  @DependencyEntry public var authClient: AuthClient
}
