#if canImport(Testing)
import Dependence
import DependenceHarness
import Foundation
import Testing

/// A sink that records this library's issues with Swift Testing, as issues of the running test.
struct TestingSink: IssueSink {
  var product: String { "DependenceTesting" }

  func receive(_ issue: DependencyIssue) -> Bool {
    if ExitTest.current != nil {
      // This is the child process of an exit test. Swift Testing forwards a recorded issue to the
      // parent process, where it makes the test fail. Do not record an issue that makes this
      // process trap, because the parent process expects the child process to trap.
      if !issue.isTrap { issue.record() }
      return true
    }
    if Test.current != nil {
      TestPlanning.record(issue)
      return true
    }
    guard ProcessContext.current.runsSwiftTesting else { return false }
    // The current task does not belong to a test, so Swift Testing attributes the issue to
    // «unknown» or, after the last test, ignores it. Therefore, also make the process fail when it
    // exits.
    let reason = UnattributedIssues.Reason.outsideTests
    UnattributedIssues.note(issue, because: reason) {
      reason.adapted(issue).record(note: reason.explanation)
    }
    return true
  }

  var hasStartedTests: Bool {
    // Under `swift test`, code that runs in a task belongs to some test, even if Swift Testing
    // cannot tell which one. Tests have therefore started. In Xcode, the process can be an app,
    // whose tasks do not belong to tests. Also return `false` in the child process of an exit test,
    // where all code belongs to that one test.
    ProcessContext.current.runsSwiftTesting && ExitTest.current == nil
      && withUnsafeCurrentTask { $0 != nil }
  }

  var runsExitTest: Bool { ExitTest.current != nil }

  func recorderAtExit() -> (@Sendable (DependencyIssue) -> Bool)? {
    guard ExitTest.current != nil, withUnsafeCurrentTask(body: { $0 != nil }) else { return nil }
    let (issues, relay) = AsyncStream.makeStream(of: DependencyIssue.self)
    let isRecorded = DispatchSemaphore(value: 0)
    // Create the task here, in the body of the exit test, because only a task that inherits the
    // body's task-local values can record issues after the body has ended.
    Task {
      for await issue in issues {
        issue.record()
        isRecorded.signal()
      }
    }
    return { issue in
      relay.yield(issue)
      return isRecorded.wait(timeout: .now() + 1) == .success
    }
  }

  func strictObserver(isOutside: Bool) -> any ReadObserver { StrictReads(isOutside: isOutside) }

  func ambientFrame() -> Frame? { AmbientRoots.frameOfRunningTest() }
}

// MARK: - Registration

// The attributes of `registration`, below, make this function run when the test binary is loaded.
// Users only need to link the product, and never call the function.
private func register() {
  IssueSinks.register(TestingSink())
  LaunchReport.announce()
  ProcessContext.reportConfigurationErrorAtExit()
  ProcessContext.failAtExit(becauseOf: RecordingMode.invalidValue)
  RepetitionRequest.checkAtExit { TestPlanning.haveTestsRun() }
  if ProcessContext.current.runsSwiftTesting { FallbackHandler.install(noteIgnoredFailure) }
}

/// Makes the process fail because of a failed expectation that Swift Testing ignores. Swift Testing
/// ignores such failures before it runs the first test and after it has run all tests, for example
/// in a detached task that outlives its test.
@Sendable private func noteIgnoredFailure(_ issue: DependencyIssue) {
  if UnattributedIssues.isNoted { return }
  if let test = TestPlanning.testInPreparation {
    return UnattributedIssues.note(issue, because: .preparing(test: test.name))
  }
  let test = Frame.current.root.owner?.title
  UnattributedIssues.note(issue, because: test.map { .ended(test: $0) } ?? .outsideTests)
}

#if objectFormat(ELF)
@used
@section(".init_array")
private let registration: @convention(c) () -> Void = { register() }
#elseif objectFormat(MachO)
@used
@section("__DATA,__mod_init_func")
private let registration: @convention(c) () -> Void = { register() }
#else
#warning("DependenceTesting cannot register itself on this platform")
#endif

// MARK: - Recording

extension DependencyIssue {
  func record(note: String? = nil) {
    let text = note.map { "\(message) \($0)" } ?? message
    let testSite = site == .unknown ? Test.current?.sourceLocation : nil
    Issue.record(
      Comment(rawValue: text.inASCII),
      sourceLocation: testSite ?? SourceLocation(site)
    )
  }
}

extension SourceLocation {
  /// Creates a location that Swift Testing accepts. Swift Testing requires lines and columns to be
  /// at least 1, but in `site`, an unknown line or column is 0.
  init(_ site: SourceSite) {
    self.init(
      fileID: site.fileID,
      filePath: site.filePath,
      line: max(site.line, 1),
      column: max(site.column, 1)
    )
  }
}
#endif
