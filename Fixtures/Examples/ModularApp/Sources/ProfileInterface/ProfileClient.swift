import AuthInterface
import DependenceMacros

/// The profile of an account.
public struct UserProfile: Sendable, Hashable {
  /// The account that the profile belongs to.
  public var account: Account
  /// The number of posts that the account has written.
  public var postCount: Int

  /// Creates a profile of `account`.
  public init(of account: Account, postCount: Int) {
    self.account = account
    self.postCount = postCount
  }
}

/// A client that loads profiles.
@DependencyClient
public struct ProfileClient: Sendable {
  /// Returns the profile of the account that is signed in.
  public var mine: @Sendable () async throws -> UserProfile
}

/// The key of ``ProfileClient``. Its live value is in the module Profile, which the app links.
public enum ProfileClientKey: TestDependencyKey {
  /// An unimplemented client, which fails the test that calls it.
  public static var testValue: ProfileClient { .unimplemented }
  /// A client that returns sample data.
  public static var previewValue: ProfileClient {
    ProfileClient { UserProfile(of: Account(name: "Ada"), postCount: 7) }
  }
}

extension DependencyValues {
  /// The client that loads profiles.
  @DependencyEntry public var profileClient: ProfileClient
}
