import Dependence
import DependenceXCTest
import Foundation
import TestKeys
import Subprocesses
import Testing
import XCTest

/// A test case that uses the harness in XCTest, with the same calls as in Swift Testing.
final class HarnessTests: DependencyTestCase {
  private let clock = TestClock()

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.continuousClock = clock
  }

  func testTimeIsMovedByTheTest() async throws {
    @Dependency(\.continuousClock) var injected
    async let value: Void = injected.sleep(for: .seconds(1))

    await clock.advance(by: .seconds(1))

    try await value
  }

  func testASleepEndsAlthoughTheTestBlocksTheMainThread() {
    let clock = TestClock(patience: .milliseconds(500))
    let (recorder, hasEnded) = (IssueRecorder(), DispatchSemaphore(value: 0))
    withIssueReporter(recorder) {
      _ = Task {
        try? await clock.sleep(for: .seconds(1))
        hasEnded.signal()
      }
    }

    // The patience of the clock is measured in idle time. If the blocked main thread did not count
    // as idle, the sleep would end only after 15 seconds.
    XCTAssertEqual(hasEnded.wait(timeout: .now() + 10), .success)
    XCTAssert(recorder.messages.first?.contains("did not move its time") == true)
  }

  func testALoopTicksAsOftenAsThereIsTime() async {
    let ticks = Lock(0)
    let task = Task { [clock] in
      for await _ in clock.timer(interval: .seconds(1)) { ticks.withLock { $0 += 1 } }
    }

    await clock.advance(by: .seconds(10), sleepers: 1)

    XCTAssertEqual(ticks.withLock { $0 }, 10)
    task.cancel()
  }

  func testAnUnimplementedCallIsExpected() throws {
    try expectUnimplemented("Client.fetch", count: 1) { throw unimplemented("Client.fetch") }
  }

  func testAnIssueIsExpected() {
    withExpectedIssues(count: 1) { reportIssue("expected") }
  }

  func testASpyRecordsAndExpects() async {
    let spy = Spy<Int, String, Void>("Client.save", clock: clock)
    let save = spy.wrap { _, _ in }

    save(1, "a")
    await clock.advance(by: .seconds(1), sleepers: 0)
    save(2, "b")

    await spy.waitForCalls(atLeast: 2, to: .begin)
    spy.expectCalls([(1, "a"), (2, "b")])
    XCTAssertEqual(spy.calls.map(\.time), [.zero, .seconds(1)])
    XCTAssertEqual(spy.calls.map(\.owner), [name, name])
    withExpectedIssues(count: 1, matching: { $0.message.contains("was called 2 times") }) {
      spy.expectNoCalls()
    }
  }

  func testFaultsAreInjectedOnTheClockOfTheTest() async throws {
    let faults = Faults(seed: 7, [.delay(upTo: .seconds(2))])
    let fetch = faults.wrap("Client.fetch") { (number: Int) async throws in -number }

    let result = try await clock.run { try await fetch(1) }

    XCTAssertEqual(result, -1)
    XCTAssertGreaterThan(clock.now.offset, .zero)
  }

  func testATestCaseThatFailsPrintsItsFaults() async throws {
    let output = try await run("FaultyCase")

    XCTAssert(
      output.contains(
        "FaultyCase.testFails: Injected faults, seed 7: API.load call 1: threw Offline()\n"
      ),
      output
    )
    XCTAssertFalse(output.contains("FaultyCase.testPasses: Injected faults"), output)
  }

  func testATestThatIsCancelledByItsOwnFaultsFails() async throws {
    let output = try await run("CancellingCase")

    XCTAssert(
      output.contains(
        "CancellingCase.testCancelsItself : A fault (seed 7) cancelled the task of the test itself"
      ),
      output
    )
    XCTAssert(output.contains("Test Case 'CancellingCase.testCancelsATask' passed"), output)
  }

  func testAPlainTestCaseFailsForFaultsThatCouldCancelIt() async throws {
    let output = try await run("PlainCancellingCase")

    XCTAssert(
      output.contains(
        """
        PlainCancellingCase.testFails : The test "PlainCancellingCase.testFails" would not fail if these \
        faults cancelled its own task.
        """
      ),
      output
    )
  }

  func testAFailedExpectationIsNotAnExpectedIssue() async throws {
    let output = try await run("ExpectingCase")

    XCTAssert(output.contains("error: ExpectingCase.testFails : Expectation failed"), output)
  }

  func testATestCaseFailsForACallThatStillRuns() async throws {
    let output = try await run("LeavingCase")

    XCTAssert(
      output.contains(
        "LeavingCase.testFails : 1 call to API.poll was still running when the test ended"
      ),
      output
    )
  }

  func testATestCaseThatFailsPrintsWhatItRead() async throws {
    let output = try await run("TracedCase")

    XCTAssert(
      output.contains(
        """
        TracedCase.testFails read and called these dependencies, in order:
        1. TestKeys.NumberKey: overridden at TracedCase.configureDependencies; read at \
        DependenceXCTestTests/HarnessCases.swift:
        """
      ),
      output
    )
    XCTAssertFalse(output.contains("TracedCase.testPasses read"), output)
  }

  func testADiagnosedTestCaseFailsForWhatItReadsAndForWhatItDoesNot() async throws {
    let output = try await run("DiagnosedCase")

    XCTAssert(
      output.contains("DiagnosedCase.testFails : The override of TestKeys.NumberKey"),
      output
    )
    XCTAssert(
      output.contains("DiagnosedCase.testFails : TestKeys.TextKey was read without"),
      output
    )
    XCTAssert(output.contains("Test Case 'DiagnosedCase.testPasses' passed"), output)
  }

  func testATestThatThrowsOrIsSkippedIsNotCheckedForUnusedOverridesAndSpies() async throws {
    let output = try await run("EndingEarlyCase", environment: ["DEPENDENCE_AUDIT": "1"])

    XCTAssertFalse(output.contains("was never read"), output)
    XCTAssertFalse(output.contains("never checked its calls"), output)
    XCTAssert(output.contains("Test Case 'EndingEarlyCase.testIsSkipped' skipped"), output)
    XCTAssert(output.contains("EndingEarlyCase.testThrows : threw error"), output)
    for test in ["testUnwraps", "testUnwrapsAsynchronously"] {
      XCTAssert(output.contains("EndingEarlyCase.\(test) : XCTUnwrap failed"), output)
    }
  }

  func testAnAuditAttributesASpyInAStoredPropertyToTheTestThatWrapsAClosure() async throws {
    let output = try await run("StoredSpyCase", environment: ["DEPENDENCE_AUDIT": "1"])

    for (test, times) in [("testCalls", "once"), ("testDoesNotCall", "0 times")] {
      let error = "error: StoredSpyCase.\(test) : API.poll was called \(times)"
      XCTAssert(output.contains(error), output)
    }
    XCTAssert(output.contains("Test Case 'StoredSpyCase.testChecks' passed"), output)
    XCTAssert(output.contains("Test Case 'StoredSpyCase.testIsSkipped' skipped"), output)
    XCTAssertFalse(output.contains("error: StoredSpyCase.testIsSkipped"), output)
    XCTAssertFalse(output.contains("dependence:"), output)
  }

  func testATestThatSharesASpyDoesNotCountTheCallsOfAnEarlierTest() async throws {
    let output = try await run("SharedSpyCase")

    XCTAssert(output.contains("Test Case 'SharedSpyCase.test1Calls' passed"), output)
    XCTAssert(
      output.contains(
        "error: SharedSpyCase.test2MakesNoCall : API.save has also recorded calls made by the test"
      ),
      output
    )
    XCTAssert(output.contains("Test Case 'SharedSpyCase.test3Resets' passed"), output)
  }

  func testAnAuditDoesNotReportASpyOfASkippedPlainTestCase() async throws {
    let output = try await run(
      "SkippingPlainCase",
      environment: ["DEPENDENCE_AUDIT": "1"],
      passes: true
    )

    XCTAssert(output.contains("Test Case 'SkippingPlainCase.testIsSkipped' skipped"), output)
  }

  func testATestThatIsSkippedInAnExpectationIsSkipped() async throws {
    let output = try await run("SkippingCase", passes: true)

    for test in ["testExpectsIssues", "testExpectsUnimplemented", "testExpectsAsynchronously"] {
      XCTAssert(output.contains("Test Case 'SkippingCase.\(test)' skipped"), output)
    }
  }

  func testAnInvalidVariableFailsARunInWhichNoTestReadsADependency() async throws {
    let output = try await run("PlainCase", environment: ["DEPENDENCE_STRICT": "yes"])

    XCTAssert(output.contains(#"DEPENDENCE_STRICT is "yes""#), output)
    XCTAssert(output.contains("Test Case 'PlainCase.testPasses' passed"), output)
  }

  func testATestCaseThatCannotBeConfiguredFailsForThatAlone() async throws {
    let output = try await run("UnconfiguredCase")

    let failures = output.split(separator: "\n").filter { $0.contains(": error: ") }
    XCTAssertEqual(failures.count, 1, output)
    XCTAssert(
      output.contains("configureDependencies threw Failure(), so the test was not run."),
      output
    )
  }

  func testABaseCaseFailsForWhatComesFromElsewhereWhileItIsTornDown() async throws {
    let output = try await run("TearingDownCase")

    XCTAssert(output.contains("error: TearingDownCase.testPasses : from elsewhere"), output)
    XCTAssertFalse(output.contains("dependence:"), output)
  }

  func testAnIssueInATearDownClosureOfAPlainTestCaseFailsTheRun() async throws {
    let output = try await run("LendingCase")

    XCTAssert(
      output.contains(
        """
        warning: not freed
          This issue occurred while the test "LendingCase.test1ReportsAnIssueInATearDownClosure" was being torn down.
        """
      ),
      output
    )
    XCTAssert(output.contains("Test Case 'LendingCase.test2Passes' passed"), output)
  }

  func testAnAuditIgnoresFaultsOfATestCaseThatWasCreatedAgain() async throws {
    _ = try await run("StoredFaultsCase", environment: ["DEPENDENCE_AUDIT": "1"], passes: true)
  }

  func testWhatTheSetUpOfAClassReportsIsOutsideAnyTest() async throws {
    let output = try await run("ClassSetUpCase")

    XCTAssert(
      output.contains("warning: set up\n  This issue was reported outside all tests"),
      output
    )
    XCTAssert(
      output.contains(
        """
        If the code runs before or after the tests, as the arguments of traits and the class methods setUp and tearDown of \
        XCTest do, correct it, or move it into a test.
        """
      ),
      output
    )
    XCTAssert(output.contains("Test Case 'ClassSetUpCase.testPasses' passed"), output)
  }

  #if !canImport(Darwin)
  func testAClassThatPreparesDependenciesInItsSetUpFailsTheRunEvenIfItRunsFirst() async throws {
    let output = try await run("ClassPreparingCase")

    XCTAssert(
      output.contains(
        """
        warning: prepareDependencies was ignored, because it was called outside all tests, for example in a detached \
        task or between two tests, as in a class method setUp of XCTest.
        """
      ),
      output
    )
    XCTAssert(output.contains("Test Case 'ClassPreparingCase.testPasses' passed"), output)
  }

  func testAStoredPropertyThatCapturesAScopeOrValueFailsTheTest() async throws {
    let output = try await run("CapturingCase")

    let advice = "This happened in a stored property of CapturingCase."
    XCTAssert(
      output.contains(
        """
        error: CapturingCase.testFails : The value of TestKeys.NumberKey was captured before the test \
        began, so it ignores the overrides of the test. \(advice)
        """
      ),
      output
    )
    XCTAssert(
      output.contains(
        """
        error: CapturingCase.testFails : captureDependencies() was called before the test began, so it did not \
        capture the overrides of the test. \(advice)
        """
      ),
      output
    )
  }

  func testAStaticPropertyAndALazyPropertyMayCaptureAScope() async throws {
    let output = try await run("StaticallyCapturingCase", passes: true)

    XCTAssert(
      output.contains("Test Case 'StaticallyCapturingCase.testPasses' passed"),
      output
    )
  }

  func testATestThatRunsAnotherTestCasePasses() async throws {
    let output = try await run("NestingCase/testRunsAnotherCase", passes: true)

    XCTAssert(output.contains("Test Case 'InnerCase.testPasses' passed"), output)
    XCTAssert(output.contains("Test Case 'NestingCase.testRunsAnotherCase' passed"), output)
  }

  func testATestThatRanAnotherTestCaseStillReceivesIssuesOfDetachedTasks() async throws {
    let output = try await run("NestingCase/testReportsAfterRunningAnotherCase")

    XCTAssert(
      output.contains("error: NestingCase.testReportsAfterRunningAnotherCase : from elsewhere"),
      output
    )
    XCTAssertFalse(output.contains("dependence:"), output)
  }
  #endif

  func testACallOutsideTheScopeOfATestCaseIsAdvisedToCaptureTheScope() async throws {
    let output = try await run("DetachedCase")

    func failure(of test: String) throws -> Substring {
      let failures = output.split(separator: "\n").filter { $0.contains("DetachedCase.\(test) : ") }
      XCTAssertEqual(failures.count, 1, output)
      return try XCTUnwrap(failures.first)
    }
    for test in ["testReadsInADetachedTask", "testCallsOnAQueue"] {
      let failure = try failure(of: test)
      XCTAssert(failure.contains("configureDependencies(_:) of your DependencyTestCase"), output)
      XCTAssert(
        failure.hasSuffix(
          """
           If a test started the code in a detached task, on a queue or on a thread, the code inherits neither the scope \
          nor the overrides of the test. In this case, call captureDependencies() in the task of the test, for example in \
          an initializer, and run the work with its method run.
          """
        ),
        output
      )
    }
    for test in ["testCalls", "testCallsInACapturedScope"] {
      XCTAssert(try failure(of: test).hasSuffix("of your DependencyTestCase."), output)
    }
  }

  func testATestCaseThatDoesNotRunItsTestMethodFailsTheRun() async throws {
    let output = try await run("UninvokedCase/testIsNotRun")

    XCTAssert(
      output.contains(
        """
        The test method of UninvokedCase.testIsNotRun was not run, because UninvokedCase overrides invokeTest() without \
        calling super.invokeTest(). Call it, or skip the test method with XCTSkip.
        """
      ),
      output
    )
  }

  func testALateIssueNamesTheScopesOfXCTest() async throws {
    let output = try await run("LateCase")

    XCTAssert(
      output.contains(
        """
        Elsewhere.load was called, but is unimplemented here. Override it for this test, for example in \
        withDependencies { ... } or configureDependencies(_:) of your DependencyTestCase.
        """
      ),
      output
    )
  }

  /// Runs one test case of this binary in a separate process, and returns its output.
  private func run(
    _ testCase: String,
    environment: [String: String] = [:],
    passes: Bool = false
  ) async throws -> String {
    let transcript = try await Subprocess.runSelf(
      ["DependenceXCTestTests.\(testCase)"],
      environment: environment.merging(["DEPENDENCE_FAILING_CASES": "1"]) { $1 }
    )
    XCTAssertEqual(transcript.ending == .exit(0), passes, transcript.output)
    return transcript.output
  }
}
