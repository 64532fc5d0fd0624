/// A form of test: a suite or a test case of the fixture.
enum Form: String, CaseIterable, Sendable {
  /// `@Test`.
  case tests = "Tests"
  /// `@Test` with the trait.
  case traitTests = "TraitTests"
  /// Parameterised `@Test`.
  case cases = "Cases"
  /// Parameterised `@Test` with the trait.
  case traitCases = "TraitCases"
  /// `XCTestCase` with synchronous methods.
  case syncCase = "SyncCase"
  /// `XCTestCase` with asynchronous methods.
  case asyncCase = "AsyncCase"
  /// `DependencyTestCase`.
  case baseCase = "BaseCase"

  /// `@Test` that lasts until its issue has been recorded.
  case heldTests = "HeldTests"
  /// Exit tests.
  case exitTests = "ExitTests"
  /// XCTest's assertions in a `@Test`.
  case assertionTests = "AssertionTests"
  /// Swift Testing's expectations in an `XCTestCase`.
  case expectationCase = "ExpectationCase"

  var isXCTest: Bool {
    switch self {
    case .syncCase, .asyncCase, .baseCase, .expectationCase: true
    case .tests, .traitTests, .cases, .traitCases, .heldTests, .exitTests, .assertionTests: false
    }
  }

  /// Whether the fixture has this form at all with these products.
  func exists(in links: Links) -> Bool {
    switch self {
    case .tests, .cases, .syncCase, .asyncCase, .heldTests, .exitTests, .assertionTests,
      .expectationCase:
      true
    case .traitTests, .traitCases: links.includesTesting
    case .baseCase: links.includesXCTest
    }
  }

  /// The test that goes wrong, as the runner prints it.
  var reportingTest: String {
    switch self {
    case .tests, .traitTests, .heldTests, .exitTests, .assertionTests: "reports()"
    case .cases, .traitCases: "reports(number:)"
    case .syncCase, .asyncCase, .baseCase, .expectationCase: "\(rawValue).testReports"
    }
  }

  /// The tests that may not be blamed: the one that comes next, and the one that runs at the same time.
  var bystanders: [String] {
    switch self {
    case .tests, .traitTests, .cases, .traitCases: [nextTest, "neighbour()"]
    case .syncCase, .asyncCase, .baseCase: [nextTest]
    case .heldTests, .exitTests, .assertionTests, .expectationCase: []
    }
  }

  /// The test that comes next, and sets off what is late.
  var nextTest: String { isXCTest ? "\(rawValue).testStandsBy" : "standsBy()" }

  /// How the runner begins the line of an issue that it files under `test`.
  func issueLine(of test: String) -> String {
    if isXCTest { return "error: \(test) : " }
    let isReportingCase = test == reportingTest && test.contains("number:")
    return "Test \(test) recorded an issue"
      + (isReportingCase ? " with 1 argument number → 2 at " : " at ")
  }
}
