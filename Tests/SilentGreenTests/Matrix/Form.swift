/// A form of test: a suite or a test case of the fixture.
enum Form: String, CaseIterable, Sendable {
  /// `@Test`.
  case tests = "Tests"
  /// `@Test` with the trait.
  case traitTests = "TraitTests"
  /// Parameterized `@Test`.
  case cases = "Cases"
  /// Parameterized `@Test` with the trait.
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

  /// Errors that the harness detects, with traits.
  case harnessTests = "HarnessTests"
  /// Errors that the harness detects, without traits.
  case plainHarnessTests = "PlainHarnessTests"
  /// Errors that the harness detects, in a `DependencyTestCase`.
  case harnessCase = "HarnessCase"
  /// Errors that the harness detects, in a plain `XCTestCase`.
  case plainHarnessCase = "PlainHarnessCase"

  /// `@Test` with the trait that tries many schedules.
  case exploreTests = "ExploreTests"
  /// `@Test` with the trait that simulates once.
  case deterministicTests = "DeterministicTests"
  /// A search in a `@Test` without traits.
  case simulationTests = "SimulationTests"
  /// A search in an asynchronous method of an `XCTestCase`.
  case simulationCase = "SimulationCase"
  /// A simulation in a synchronous method of an `XCTestCase`.
  case syncSimulationCase = "SyncSimulationCase"

  /// Parameterized `@Test` with the trait that replays a recording.
  case recordingTests = "RecordingTests"
  /// A recording in a `DependencyTestCase`.
  case recordingCase = "RecordingCase"

  var isXCTest: Bool {
    switch self {
    case .syncCase, .asyncCase, .baseCase, .expectationCase, .harnessCase, .plainHarnessCase,
      .simulationCase, .syncSimulationCase, .recordingCase:
      true
    case .tests, .traitTests, .cases, .traitCases, .heldTests, .exitTests, .assertionTests,
      .harnessTests, .plainHarnessTests, .exploreTests, .deterministicTests, .simulationTests,
      .recordingTests:
      false
    }
  }

  /// Whether this form has places that no other form has.
  var hasOwnPlaces: Bool {
    switch self {
    case .heldTests, .exitTests, .assertionTests, .expectationCase: true
    default: isHarness || isRecording
    }
  }

  /// Whether the errors of this form are those that the harness detects.
  var isHarness: Bool {
    switch self {
    case .harnessTests, .plainHarnessTests, .harnessCase, .plainHarnessCase: true
    default: false
    }
  }

  /// Whether this form uses simulations.
  var isSimulation: Bool {
    switch self {
    case .exploreTests, .deterministicTests, .simulationTests, .simulationCase,
      .syncSimulationCase:
      true
    default: false
    }
  }

  /// Whether this form uses recordings.
  var isRecording: Bool { self == .recordingTests || self == .recordingCase }

  /// Whether this form tries many schedules.
  var explores: Bool { isSimulation && self != .deterministicTests && self != .syncSimulationCase }

  /// Whether this form is tested with these products. The fixture must contain the form. Forms
  /// without simulations and recordings are not tested with `all`, because these products do not
  /// affect them.
  func exists(in links: Links) -> Bool {
    if (isSimulation || isRecording) != (links == .all) { return false }
    return switch self {
    case .tests, .cases, .syncCase, .asyncCase, .heldTests, .exitTests, .assertionTests,
      .expectationCase, .exploreTests, .deterministicTests, .simulationTests, .simulationCase,
      .syncSimulationCase, .recordingTests, .recordingCase:
      true
    case .traitTests, .traitCases, .harnessTests: links.includesTesting
    case .baseCase, .harnessCase: links.includesXCTest
    case .plainHarnessTests, .plainHarnessCase: links != .core
    }
  }

  /// The name of the failing test, as the runner prints it.
  var reportingTest: String {
    switch self {
    case .tests, .traitTests, .heldTests, .exitTests, .assertionTests, .harnessTests,
      .plainHarnessTests, .exploreTests, .deterministicTests, .simulationTests:
      "reports()"
    case .cases, .traitCases: "reports(number:)"
    case .recordingTests: "reports(mistake:)"
    case .syncCase, .asyncCase, .baseCase, .expectationCase, .harnessCase, .plainHarnessCase,
      .simulationCase, .syncSimulationCase, .recordingCase:
      "\(rawValue).testReports"
    }
  }

  /// The tests that must not fail: the next test, and the test that runs at the same time.
  var bystanders: [String] {
    switch self {
    case .tests, .traitTests, .cases, .traitCases: [nextTest, "neighbor()"]
    case .syncCase, .asyncCase, .baseCase: [nextTest]
    case .heldTests, .exitTests, .assertionTests, .expectationCase, .harnessTests,
      .plainHarnessTests, .harnessCase, .plainHarnessCase, .exploreTests, .deterministicTests,
      .simulationTests, .simulationCase, .syncSimulationCase, .recordingTests, .recordingCase:
      []
    }
  }

  /// The next test, which triggers the late reports of the failing test.
  var nextTest: String { isXCTest ? "\(rawValue).testStandsBy" : "standsBy()" }

  /// Returns the beginning of the line that the runner prints for an issue of `test`, for the error
  /// at `place`.
  func issueLine(of test: String, at place: String) -> String {
    if isXCTest { return "error: \(test) : " }
    var argument = ""
    if test == reportingTest {
      if test.contains("number:") { argument = " with 1 argument number → 2" }
      if test.contains("mistake:") { argument = " with 1 argument mistake → .\(place)" }
    }
    return "Test \(test) recorded an issue\(argument) at "
  }
}
