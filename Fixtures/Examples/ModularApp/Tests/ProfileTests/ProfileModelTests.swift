import AuthInterface
import DependenceTesting
import Profile
import ProfileInterface
import ProfileTestSupport
import Testing

@Suite(.dependencies)
struct ProfileModelTests {
  @Test(.dependencies { $0.profileClient.mine = { .ada } })
  func `the profile is shown`() async {
    let model = await ProfileModel()

    await model.load()

    #expect(await model.profile == .ada)
  }

  @Test(.dependencies { $0.profileClient.mine = { throw AuthError.signedOut } })
  func `nobody has no profile`() async {
    let model = await ProfileModel()

    await model.load()

    #expect(await model.profile == nil)
  }
}
