import DependenceTesting
import Foundation
import Testing

private struct Failure: Error {}

private let isProbing = ProcessInfo.processInfo.environment["DEPENDENCE_PROBE"] != nil

/// Tests that end in different ways. `OutcomeTests` runs them in a separate process, whose output
/// shows how the test runner handled them.
@Suite(.enabled(if: isProbing, "only started by OutcomeTests"), .dependencies { _ in })
struct OutcomeProbes {
  @Test func `a cancelled test`() throws {
    try Test.cancel("nothing to test here")
  }

  @Test func `a throwing test`() throws {
    throw Failure()
  }

  @Test(.dependencies { _ in throw Failure() })
  func `a test that must not run`() {
    Issue.record("it ran")
  }

  @Test func `a test that is cancelled from within`() async throws {
    withUnsafeCurrentTask { $0?.cancel() }
    try Task.checkCancellation()
  }

  @Test func `a known issue in a detached task`() async {
    await withKnownIssue { await reportInDetachedTask() }
  }

  @Test func `an expected issue in a detached task`() async {
    await withExpectedIssues(count: 1) { await reportInDetachedTask() }
  }

  private func reportInDetachedTask() async {
    let scope = captureDependencies()
    await Task.detached { scope.run { reportIssue("boom") } }.value
  }
}

/// Tests that end before they check their spies. `OutcomeTests` runs them in a separate process.
@Suite(.enabled(if: isProbing, "only started by OutcomeTests"), .dependencies)
struct EarlyEndProbes {
  private let spy = Spy<Void>("API.poll")

  @Test func `cancels itself`() throws { try Test.cancel() }
  @Test func `cancels itself and continues`() { _ = try? Test.cancel() }
  @Test func `throws an error`() throws { throw Failure() }
}

/// Tests that are cancelled inside an expectation. `OutcomeTests` runs them in a separate process.
@Suite(.enabled(if: isProbing, "only started by OutcomeTests"))
struct CancelledExpectationProbes {
  @Test(.dependencies) func `cancels in withExpectedIssues`() throws {
    try withExpectedIssues { try Test.cancel() }
  }

  @Test func `cancels in expectUnimplemented without a trait`() throws {
    try expectUnimplemented { try Test.cancel() }
  }

  @Test(.dependencies, arguments: [1]) func `cancels a case`(_: Int) async throws {
    try await withExpectedIssues {
      await Task.yield()
      try Test.cancel()
    }
  }
}

/// A test that cancels a task inside an expectation, but not itself. `OutcomeTests` runs it in a
/// separate process.
@Suite(.enabled(if: isProbing, "only started by OutcomeTests"))
struct CancelledTaskProbes {
  @Test(.dependencies) func `cancels a task`() async {
    let task = Task {
      try await withExpectedIssues { try await Task.sleep(for: .seconds(60)) }
    }
    task.cancel()
    _ = await task.result
  }
}

struct OutcomeTests {
  private let run: TestBinary

  init() async throws {
    run = try await TestBinary(filter: "OutcomeProbes", environment: ["DEPENDENCE_PROBE": "1"])
  }

  @Test func `a cancelled test is reported as cancelled, not as failed`() {
    #expect(run.output.contains("Test \"a cancelled test\" was cancelled"), "\(run.output)")
    #expect(!run.output.contains("Test \"a cancelled test\" failed"))
  }

  @Test func `a test whose task is cancelled is reported as cancelled`() {
    let expected = "Test \"a test that is cancelled from within\" was cancelled"
    #expect(run.output.contains(expected), "\(run.output)")
  }

  @Test func `a test that is cancelled in an expectation is cancelled, not failed`() async throws {
    let run = try await TestBinary(
      filter: "CancelledExpectationProbes",
      environment: ["DEPENDENCE_PROBE": "1"]
    )

    #expect(run.hasPassed, "\(run.output)")
    #expect(run.output.contains("Test \"cancels in withExpectedIssues\" was cancelled"))
    #expect(
      run.output.contains("Test \"cancels in expectUnimplemented without a trait\" was cancelled")
    )
  }

  @Test func `an expectation in a cancelled task of a test is still checked`() async throws {
    let run = try await TestBinary(
      filter: "CancelledTaskProbes",
      environment: ["DEPENDENCE_PROBE": "1"]
    )

    #expect(!run.hasPassed)
    #expect(run.output.contains("Expected a matching issue to be reported"), "\(run.output)")
  }

  @Test func `an audit does not report unchecked spies of tests that end early`() async throws {
    let run = try await TestBinary(
      filter: "EarlyEndProbes",
      environment: ["DEPENDENCE_PROBE": "1", "DEPENDENCE_AUDIT": "1"]
    )

    #expect(run.output.contains("Test \"cancels itself\" was cancelled"), "\(run.output)")
    #expect(run.output.contains("Test \"cancels itself and continues\" was cancelled"))
    #expect(run.output.contains("Caught error: Failure()"))
    #expect(!run.output.contains("never checked its calls"), "\(run.output)")
  }

  @Test
  func `an issue in a detached task is accepted by withExpectedIssues, but not by withKnownIssue`()
  {
    let known = "Test \"a known issue in a detached task\""
    #expect(run.output.contains("\(known) failed after"), "\(run.output)")
    #expect(run.output.contains("\(known) recorded an issue"))
    #expect(run.output.contains("Test \"an expected issue in a detached task\" passed"))
  }

  @Test func `an error fails the test that threw it`() {
    #expect(run.output.contains("Test \"a throwing test\" recorded an issue"), "\(run.output)")
    #expect(run.output.contains("Caught error: Failure()"))
    #expect(!run.hasPassed)
  }

  @Test func `an error in a trait fails the test without running it`() {
    #expect(run.output.contains("Test \"a test that must not run\" failed"), "\(run.output)")
    #expect(!run.output.contains("it ran"))
  }
}
