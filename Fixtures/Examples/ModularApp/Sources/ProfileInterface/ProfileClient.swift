import AuthInterface
import DependenceMacros

/// The profile of an account.
public struct UserProfile: Sendable, Hashable {
  /// The profile's account.
  public var account: Account
  /// The number of posts.
  public var postCount: Int

  /// A profile of `account`.
  public init(of account: Account, postCount: Int) {
    self.account = account
    self.postCount = postCount
  }
}

/// Looks profiles up.
@DependencyClient
public struct ProfileClient: Sendable {
  /// The profile of the account that is signed in.
  public var mine: @Sendable () async throws -> UserProfile
}

/// The key of ``ProfileClient``. Its live value is in the module Profile, which an app links.
public enum ProfileClientKey: TestDependencyKey {
  /// Fails the test that calls it.
  public static var testValue: ProfileClient { .unimplemented }
  /// Something to look at.
  public static var previewValue: ProfileClient {
    ProfileClient { UserProfile(of: Account(name: "Ada"), postCount: 7) }
  }
}

extension DependencyValues {
  /// Looks profiles up.
  @DependencyEntry public var profileClient: ProfileClient
}
