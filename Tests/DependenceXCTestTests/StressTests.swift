import Dependence
import DependenceXCTest
import Foundation
import TestKeys
import Testing
import Subprocesses
import XCTest

final class StressCaseTests: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.number = 10
  }

  func testIterationsSeeWhatTheCaseConfigures() async throws {
    let tokens = Lock<[Token]>([])

    try await stress(iterations: 40) { iteration in
      #expect(DependencyValues.current.number == 10)
      let token = DependencyValues.current.token
      tokens.withLock { $0.append(token) }
      prepareDependencies { $0.text = "\(iteration.number)" }
      await Task.yield()
      #expect(DependencyValues.current.text == "\(iteration.number)")
    }

    XCTAssertEqual(Set(tokens.withLock { $0 }.map(ObjectIdentifier.init)).count, 40)
  }
}

/// Tests whose iterations fail in different ways. `StressOutcomeTests` runs them in a separate
/// process.
final class StressProbes: XCTestCase {
  private struct Failure: Error {}

  override func setUpWithError() throws {
    try XCTSkipIf(System.environmentVariable("DEPENDENCE_STRESS_PROBES") == nil)
  }

  func testReports() async throws {
    try await stress(iterations: 4) { if $0.number == 3 { reportIssue("boom") } }
  }

  func testThrows() async throws {
    try await stress(iterations: 4) { if $0.number == 3 { throw Failure() } }
  }

  func testExpects() async throws {
    try await stress(iterations: 4) { #expect($0.number != 3) }
  }

  func testRequires() async throws {
    try await stress(iterations: 4) { try #require($0.number != 3) }
  }

  func testInjectsFaults() async throws {
    try await stress(iterations: 4) { iteration in
      let faults = Faults(seed: 7, [.throwing(Failure(), probability: 1)])
      let load: @Sendable () throws -> Int = faults.wrap("API.load") { 1 }
      XCTAssertThrowsError(try load())
      if iteration.number == 3 { reportIssue("boom") }
    }
  }

  func testReportsFromElsewhere() async throws {
    try await stress(iterations: 4) { iteration in
      let scope = captureDependencies()
      await Task.detached {
        scope.run { if iteration.number == 3 { reportIssue("boom") } }
      }.value
    }
  }
}

final class StressOutcomeTests: XCTestCase {
  func testAStressSeedThatNoTestUsesFailsTheRun() async throws {
    let transcript = try await Subprocess.runSelf(
      ["DependenceXCTestTests.OrdinaryProbe"],
      environment: ["DEPENDENCE_STRESS_SEED": "42"]
    )

    XCTAssertEqual(transcript.ending, .exit(1), "\(transcript)")
    XCTAssertTrue(transcript.contains("so nothing was repeated"), "\(transcript)")
  }

  func testEveryFailureSaysInWhichIterationItHappened() async throws {
    let transcript = try await Subprocess.runSelf(
      ["DependenceXCTestTests.StressProbes"],
      environment: ["DEPENDENCE_STRESS_PROBES": "1", "DEPENDENCE_STRESS_SEED": "42"]
    )
    let output = transcript.output

    let advice = """
      in iteration 3 of 4, seed 42: repeat it with stress(iterations: 4, seed: 42) or \
      DEPENDENCE_STRESS_SEED=42
      """
    let failures = output.split(separator: "\n").filter { $0.contains(": error: ") }
    XCTAssertEqual(failures.count, 6, output)
    XCTAssertTrue(failures.allSatisfy { $0.contains(advice) }, output)
    XCTAssertTrue(output.contains("Executed 6 tests, with 6 failures"), output)
    XCTAssertTrue(
      output.contains("testInjectsFaults, iteration 3 of 4: Injected faults, seed 7: API.load"),
      output
    )
    XCTAssertNotEqual(transcript.ending, .exit(0))
  }
}
