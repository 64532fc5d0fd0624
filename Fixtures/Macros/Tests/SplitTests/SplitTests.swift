import AuthImpl
import AuthInterface
import Dependence
import DependenceTesting
import Testing

struct SplitTests {
  @Test func `the live value is the implementation's`() async throws {
    try await withDependencies {
      $0.context = .live
    } operation: {
      let client = DependencyValues.current.authClient
      let results = try await [client.logIn("anna"), client.logIn(name: "bert")]

      #expect(results == [true, false])
    }
  }

  @Test func `the test value is the interface's`() async {
    await withKnownIssue {
      await #expect(throws: DependencyError.unimplemented("AuthClient.logIn")) {
        try await DependencyValues.current.authClient.logIn(name: "anna")
      }
    } matching: {
      "\($0)".contains("$0[AuthClientKey.self].logIn = { _ in ... }")
    }
  }
}
