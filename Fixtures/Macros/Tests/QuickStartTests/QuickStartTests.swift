import Dependence
import DependenceTesting
import Dispatch
import Testing

@testable import QuickStart

@Suite(.dependencies { $0.apiClient = .preview })
struct GreetingTests {
  @Test(.dependencies { $0.apiClient = APIClient(fetchGreeting: { "test" }) })
  func greets() async throws {
    @Dependency(\.apiClient) var api
    #expect(try await api.fetchGreeting() == "test")
  }
}

struct QuickStartTests {
  @Test func `a scope overrides what a model reads`() async throws {
    try await withDependencies {
      $0.apiClient = APIClient(fetchGreeting: { "from test" })
    } operation: {
      let model = await MainActor.run { GreetingViewModel() }
      try await model.load()

      #expect(await model.greeting == "from test")
    }
  }

  @Test(arguments: [
    (DependencyContext.live, "hello, world"), (.preview, "hello from preview"),
  ])
  func `an entry and a key by hand have the same defaults`(
    context: DependencyContext,
    greeting: String
  ) async throws {
    try await withDependencies {
      $0.context = context
    } operation: {
      let values = DependencyValues.current
      let greetings = try await [
        values.apiClient.fetchGreeting(), values.manualClient.fetchGreeting(),
      ]

      #expect(greetings == [greeting, greeting])
    }
  }

  @Test func `what no test overrides fails it, at the call`() async {
    let line = #line + 2
    await withKnownIssue {
      _ = try? await DependencyValues.current.apiClient.fetchGreeting()
    } matching: {
      $0.sourceLocation?.line == line && "\($0)".contains("APIClient.fetchGreeting was called")
    }
  }

  @Test func `a client has its unimplemented endpoints beside the others`() async throws {
    #expect(try await SearchClient.preview.search("") == ["preview"])
    withKnownIssue { SearchClient.preview.cancel() }
  }

  @Test func `a captured scope is seen on a queue`() async {
    let name = await withDependencies {
      $0.currentUser = User(name: "anna")
    } operation: {
      let scope = captureDependencies()
      return await withCheckedContinuation { done in
        DispatchQueue.global().async {
          scope.run { done.resume(returning: DependencyValues.current.currentUser.name) }
        }
      }
    }

    #expect(name == "anna")
  }

  @Test func `a provider makes a value at every call, a lazy once`() {
    let client = LoginClient(makeAttempt: Provider { LoginAttempt(number: 1) })

    #expect(client.makeAttempt().number == 1)
    _ = makeExpensiveClient()
  }

  @Test func `a session lends its user and ends`() async {
    await confirmation(expectedCount: 2) { logged in
      await runSession(of: User(name: "anna")) { _ in logged() }
    }
  }
}
