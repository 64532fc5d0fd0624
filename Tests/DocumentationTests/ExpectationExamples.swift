import Dependence
import DependenceTesting
import Testing

struct ExpectationExampleTests {
  @Test func `an unimplemented call can be expected`() async throws {
    try await expectUnimplemented("APIClient.fetchGreeting") {
      try await Greeter().greet("Anna")
    }
  }

  @Test func `an issue can be expected`() {
    withExpectedIssues {
      $0.message.contains("sold out")
    } operation: {
      reportIssue("The last apple is sold out.")
    }
  }
}
