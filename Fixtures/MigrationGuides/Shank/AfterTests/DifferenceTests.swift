import DependenceModules
import DependenceTesting
import Testing

/// Tests of differences that do not affect a forecast.
struct DifferenceTests {
  @Test(.modules { Module { Sports.Results() } })
  func `two wrappers have one instance`() {
    @Inject var first: Sports.Results
    @Inject var second: Sports.Results

    #expect(first === second)
  }

  @Test(
    .modules {
      Module { Sports.Results() }
      Module { Elections.Results() }
      Module("final") { Sports.Results() }
      Module("final") { Elections.Results() }
    }
  )
  func `types and names are told apart by type`() {
    @Inject var sports: Sports.Results
    @Inject var elections: Elections.Results
    @Inject("final") var finalSports: Sports.Results
    @Inject("final") var finalElections: Elections.Results

    #expect(sports.text == "3:0")
    #expect(elections.text == "51 %")
    #expect(finalSports !== sports)
    #expect(finalElections !== elections)
  }

  @Test func `what is registered twice in a list is an issue`() {
    withExpectedIssues(count: 1) {
      $0.message.contains("Results is registered twice in one list")
    } operation: {
      prepareDependencies(
        Dependencies {
          Module { Sports.Results() }
          Module { Sports.Results() }
        }
      )
    }
  }
}

private enum Sports {
  final class Results: Sendable { let text = "3:0" }
}

private enum Elections {
  final class Results: Sendable { let text = "51 %" }
}
