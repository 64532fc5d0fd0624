import DependenceTesting
import Testing

struct GreeterCallTests {
  @Test func `greeting asks the server`() async throws {
    try await expectUnimplemented("APIClient.fetchGreeting", count: 1) {
      try await Greeter().greet("Anna")
    }
  }
}
