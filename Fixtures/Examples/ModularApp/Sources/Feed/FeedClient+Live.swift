import AuthInterface
import DependenceMacros
import FeedInterface

extension FeedClientKey: DependencyKey {
  /// Asks the other feature, through its interface, for whom to read.
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
