import AuthInterface
import AuthTestSupport
import DependenceTesting
import FeedInterface
import FeedTestSupport
import Profile
import ProfileInterface
import Testing

/// Two other features, of which this one sees the interfaces, and their doubles.
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
