import DependenceTesting
import Testing

@Suite(.strictDependencies, .dependencies { $0.apiClient.fetchGreeting = { "hi, \($0)" } })
struct StrictGreeterTests {
  @Test func `a greeter needs nothing but the API`() async throws {
    let greeter = Greeter()
    try await greeter.greet("Anna")
    #expect(await greeter.greeting == "hi, Anna")
  }
}
