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
        DependenceXCTestTests/HarnessTests.swift:
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

private let fails = System.environmentVariable("DEPENDENCE_FAILING_CASES") != nil

/// A test case that `HarnessTests` runs in a separate process.
final class TracedCase: DependencyTestCase {
  @Dependency(\.number) private var number

  override var dependencyDiagnostics: DependencyDiagnostics { .trace }

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.number = 5
  }

  func testFails() { XCTAssertEqual(number, fails ? 6 : 5) }
  func testPasses() { XCTAssertEqual(number, 5) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class DiagnosedCase: DependencyTestCase {
  override var dependencyDiagnostics: DependencyDiagnostics { [.strict, .unusedOverrides] }

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    if !fails || name.hasSuffix("testPasses") { return }
    dependencies.number = 5
  }

  func testFails() { if fails { _ = Dependency(\.text).wrappedValue } }
  func testPasses() {}
}

private struct Offline: Error {}

/// A test case that `HarnessTests` runs in a separate process.
final class FaultyCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    let faults = Faults(seed: 7, [.throwing(Offline(), probability: 1)])
    let load: @Sendable () throws -> Int = faults.wrap("API.load") { 1 }
    dependencies.number = (try? load()) ?? 0
  }

  func testFails() { XCTAssertEqual(DependencyValues.current.number, fails ? 1 : 0) }
  func testPasses() { XCTAssertEqual(DependencyValues.current.number, 0) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class CancellingCase: DependencyTestCase {
  private var load: (@Sendable () async throws -> Int)?

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    load = Faults(seed: 7, [.cancelling(probability: 1)]).wrap("API.load") { 1 }
  }

  func testCancelsItself() async throws { if fails { _ = try? await load?() } }

  func testCancelsATask() async {
    let load = load
    _ = await Task { try await load?() }.result
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class PlainCancellingCase: XCTestCase {
  func testFails() { if fails { _ = Faults(seed: 7, [.cancelling(probability: 1)]) } }
}

/// A test case that `HarnessTests` runs in a separate process.
final class ExpectingCase: DependencyTestCase {
  func testFails() {
    withExpectedIssues(count: 1) {
      reportIssue("expected")
      #expect(!fails)
    }
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class LeavingCase: DependencyTestCase {
  func testFails() {
    guard fails else { return }
    let spy = Spy<Void>("API.poll")
    let poll = spy.wrap {
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    let called = expectation(description: "called")
    Task {
      async let polling: Void = poll()
      await spy.waitForCalls(to: .begin)
      called.fulfill()
      await polling
    }
    wait(for: [called], timeout: 60)
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class EndingEarlyCase: DependencyTestCase {
  override var dependencyDiagnostics: DependencyDiagnostics { .unusedOverrides }

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    if fails { dependencies.number = 5 }
  }

  func testIsSkipped() throws {
    let spy = Spy<Void>("API.poll")
    _ = spy.wrap {}
    try XCTSkipIf(fails)
    spy.expectNoCalls()
  }

  func testThrows() throws {
    let spy = Spy<Void>("API.poll")
    _ = spy.wrap {}
    if fails { throw Offline() }
    spy.expectNoCalls()
  }

  func testUnwraps() throws { _ = try XCTUnwrap(fails ? nil : 1) }

  func testUnwrapsAsynchronously() async throws {
    await Task.yield()
    _ = try XCTUnwrap(fails ? nil : 1)
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class StoredSpyCase: DependencyTestCase {
  private let spy = Spy<Void>("API.poll")
  private var poll: (@Sendable () -> Void)?

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    if fails { poll = spy.wrap {} }
  }

  func testCalls() { poll?() }
  func testDoesNotCall() {}

  func testChecks() {
    poll?()
    if fails { spy.expectCalls(count: 1) }
  }

  func testIsSkipped() throws { try XCTSkipIf(fails) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class SkippingPlainCase: XCTestCase {
  func testIsSkipped() throws {
    let spy = Spy<Void>("API.poll")
    _ = spy.wrap {}
    try XCTSkipIf(fails)
    spy.expectNoCalls()
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class SkippingCase: XCTestCase {
  func testExpectsIssues() throws {
    try withExpectedIssues(count: .atLeast(fails ? 1 : 0)) { try XCTSkipIf(fails) }
  }

  func testExpectsUnimplemented() throws {
    try expectUnimplemented(count: .atLeast(fails ? 1 : 0)) { try XCTSkipIf(fails) }
  }

  func testExpectsAsynchronously() async throws {
    try await withExpectedIssues(count: .atLeast(fails ? 1 : 0)) {
      await Task.yield()
      try XCTSkipIf(fails)
    }
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class UnconfiguredCase: DependencyTestCase {
  private struct Failure: Error {}

  override var dependencyDiagnostics: DependencyDiagnostics { .unusedOverrides }

  override func configureDependencies(_ dependencies: inout DependencyValues) throws {
    guard fails else { return }
    try withDependencies {
      $0.number = 5
    } operation: {
      throw Failure()
    }
  }

  func testIsNotRun() { XCTAssertFalse(fails) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class PlainCase: XCTestCase {
  func testPasses() {}
}

/// A test case that `HarnessTests` runs in a separate process.
final class ClassSetUpCase: XCTestCase {
  override class func setUp() { if fails { reportIssue("set up") } }

  func testPasses() {}
}

/// A test case that `HarnessTests` runs in a separate process.
final class ClassPreparingCase: XCTestCase {
  override class func setUp() { if fails { prepareDependencies { $0.number = 5 } } }

  func testPasses() { XCTAssertNotEqual(DependencyValues.current.number, 5) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class DetachedCase: DependencyTestCase {
  private enum LiveOnlyKey: DependencyKey {
    static var liveValue: Int { 1 }
  }

  func testReadsInADetachedTask() async {
    guard fails else { return }
    await Task.detached { _ = DependencyValues.current[LiveOnlyKey.self] }.value
  }

  func testCallsOnAQueue() {
    guard fails else { return }
    let called = expectation(description: "called")
    DispatchQueue.global().async {
      unimplemented("Elsewhere.load")
      called.fulfill()
    }
    wait(for: [called], timeout: 60)
  }

  func testCalls() { if fails { unimplemented("Elsewhere.load") } }

  func testCallsInACapturedScope() async {
    guard fails else { return }
    let scope = captureDependencies()
    await Task.detached { scope.run { unimplemented("Elsewhere.load") } }.value
  }
}

/// A test case that `HarnessTests` runs in a separate process.
final class UninvokedCase: DependencyTestCase {
  override func invokeTest() { if !fails { super.invokeTest() } }

  func testIsNotRun() { XCTAssertFalse(fails) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class LateCase: DependencyTestCase {
  private static let scope = Lock<CapturedDependencies?>(nil)

  override class func tearDown() {
    if fails { scope.withLock { $0 }?.run { unimplemented("Elsewhere.load") } }
  }

  func testPasses() { Self.scope.withLock { $0 = captureDependencies() } }
}

/// A test case that `HarnessTests` runs in a separate process.
final class TearingDownCase: DependencyTestCase {
  override func tearDown() {
    guard fails else { return }
    let (scope, hasReported) = (captureDependencies(), DispatchSemaphore(value: 0))
    System.startThread {
      scope.run { reportIssue("from elsewhere") }
      hasReported.signal()
    }
    hasReported.wait()
  }

  func testPasses() {}
}

#if !canImport(Darwin)
/// An object that reads a dependency when it is created, and then keeps the value.
private struct Keeper {
  @Dependency(NumberKey.self, resolve: .captured) var number
}

/// A test case that `HarnessTests` runs in a separate process.
final class CapturingCase: DependencyTestCase {
  private let keeper = fails ? Keeper() : nil
  private let scope = fails ? captureDependencies() : nil

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.number = 5
  }

  func testFails() { XCTAssertNotEqual(keeper?.number, 5) }
}

/// A test case that `HarnessTests` runs in a separate process.
final class StaticallyCapturingCase: DependencyTestCase {
  private static let shared = captureDependencies()
  private let scope = StaticallyCapturingCase.shared
  private lazy var keeper = Keeper()

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.number = 5
  }

  func testPasses() { XCTAssertEqual(keeper.number, 5) }
}

/// A test case that `NestingCase` runs.
private final class InnerCase: XCTestCase {
  static func runTest() { InnerCase(name: "testPasses", testClosure: { _ in }).run() }
}

/// A test case that `HarnessTests` runs in a separate process.
final class NestingCase: DependencyTestCase {
  func testRunsAnotherCase() { if fails { InnerCase.runTest() } }

  func testReportsAfterRunningAnotherCase() async {
    guard fails else { return }
    await MainActor.run { InnerCase.runTest() }
    await Task.detached { reportIssue("from elsewhere") }.value
  }
}
#endif
