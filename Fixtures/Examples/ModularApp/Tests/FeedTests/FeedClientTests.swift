import AuthInterface
import AuthTestSupport
import DependenceTesting
import Feed
import FeedInterface
import Testing

struct FeedClientTests {
  @Test(.dependencies { $0.authClient = .signedIn(as: "Ada") })
  func `whoever is signed in is welcome`() async throws {
    let posts = try await FeedClientKey.liveValue.posts()

    #expect(posts.first == Post("Welcome, Ada.", by: "the app"))
  }

  @Test(.dependencies { $0.authClient = .signedOut })
  func `there is nothing to read for nobody`() async {
    await #expect(throws: AuthError.signedOut) { try await FeedClientKey.liveValue.posts() }
  }
}
