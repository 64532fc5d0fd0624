import AuthInterface
import DependenceMacros
import FeedInterface
import ProfileInterface

extension ProfileClientKey: DependencyKey {
  /// A client that counts the posts of the account that is signed in.
  public static var liveValue: ProfileClient {
    ProfileClient {
      @Dependency(\.authClient) var auth
      @Dependency(\.feedClient) var feed
      guard let account = try await auth.account() else { throw AuthError.signedOut }
      let posts = try await feed.posts()
      return UserProfile(
        of: account,
        postCount: posts.count { $0.author == account.name }
      )
    }
  }
}
