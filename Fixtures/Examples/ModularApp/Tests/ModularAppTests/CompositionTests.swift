import AuthInterface
import DependenceTesting
import FeedInterface
import ModularApp
import ProfileInterface
import Testing

/// Tests of the features in combination. The suite overrides the context, so that all clients are
/// the live clients, as in the app.
@Suite(.dependency(\.context, .live))
struct CompositionTests {
  @Test func `the features work together`() async throws {
    @Dependency(\.authClient) var auth
    @Dependency(\.profileClient) var profiles

    let account = try await auth.signIn("Ada")

    #expect(try await profiles.mine() == UserProfile(of: account, postCount: 1))
  }

  @Test(.dependencies { Composition.demonstration(&$0) })
  func `in a demonstration somebody is signed in from the start`() async throws {
    @Dependency(\.feedClient) var feed

    #expect(try await feed.posts().map(\.author) == ["the app", "Ada"])
  }
}
