import AuthInterface
import DependenceMacros
import FeedInterface

extension FeedClientKey: DependencyKey {
  /// A client that returns sample posts for the account that is signed in. It reads this account
  /// from the client of another feature, of which it imports only the interface.
  public static var liveValue: FeedClient {
    FeedClient {
      @Dependency(\.authClient) var auth
      guard let account = try await auth.account() else { throw AuthError.signedOut }
      return [
        Post("Welcome, \(account.name).", by: "the app"),
        Post("I was here first.", by: account.name),
      ]
    }
  }
}
