import Auth
import AuthInterface
import DependenceTesting
import Testing

/// Tests of the live client. The suite overrides the context, because keys have their live values
/// only in the live context.
@Suite(.dependency(\.context, .live))
struct AuthTests {
  @Dependency(\.authClient) private var client

  @Test func `whoever signs in is signed in until they sign out`() async throws {
    let before = try await client.account()
    let account = try await client.signIn("Ada")
    let during = try await client.account()
    try await client.signOut()
    let after = try await client.account()

    #expect([before, account, during, after] == [nil, Account(name: "Ada"), account, nil])
  }

  @Test func `nobody signs in without a name`() async throws {
    await #expect(throws: AuthError.nameMissing) { try await client.signIn("") }

    #expect(try await client.account() == nil)
  }
}
