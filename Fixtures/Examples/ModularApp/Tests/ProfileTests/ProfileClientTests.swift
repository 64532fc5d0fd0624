import AuthInterface
import AuthTestSupport
import DependenceTesting
import FeedInterface
import FeedTestSupport
import Profile
import ProfileInterface
import Testing

/// Tests of a client that depends on two other features. The tests import only the interfaces of
/// these features, and replace their clients with doubles.
@Suite(
  .dependencies {
    $0.authClient = .signedIn(as: "Ada")
    $0.feedClient = .reading(Post("One", by: "Ada"), Post("Two", by: "Grace"))
  }
)
struct ProfileClientTests {
  @Test func `what others have written does not count`() async throws {
    let profile = try await ProfileClientKey.liveValue.mine()

    #expect(profile == UserProfile(of: Account(name: "Ada"), postCount: 1))
  }

  @Test(.dependencies { $0.authClient = .signedOut })
  func `nobody has no profile`() async {
    await #expect(throws: AuthError.signedOut) { try await ProfileClientKey.liveValue.mine() }
  }
}
