#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

/// The issue sink for Swift Testing. It records issues on the running test.
struct TestingSink: IssueSink {
  var product: String { "DependenceTesting" }

  func receive(_ issue: DependencyIssue) -> Bool {
    if ExitTest.current != nil {
      // The runner forwards the issue to the parent process, whose test fails. A trap is not
      // recorded, because the parent process expects it.
      if !issue.isTrap { issue.record() }
      return true
    }
    if Test.current != nil {
      issue.record()
      return true
    }
    guard ProcessContext.current.runsSwiftTesting else { return false }
    // Without a test, the runner records the issue under «unknown», and ignores it after the run.
    // Therefore, the process keeps the issue as well.
    let reason = UnattributedIssues.Reason.outsideTests
    reason.adapted(issue).record(note: reason.explanation)
    UnattributedIssues.note(issue, because: reason)
    return true
  }

  func strictObserver(isOutside: Bool) -> any ReadObserver { StrictReads(isOutside: isOutside) }

  func ambientFrame() -> Frame? { AmbientRoots.frameOfRunningTest() }
}

// MARK: - Registration

// This function runs when the test binary is loaded, so linking the product is sufficient.
private func register() {
  IssueSinks.register(TestingSink())
  LaunchReport.announce()
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
  /// Creates a location for Swift Testing, which does not accept line 0 or column 0.
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
