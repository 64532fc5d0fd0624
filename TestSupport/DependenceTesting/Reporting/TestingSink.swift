#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

/// Records the issues of this library with Swift Testing, on the test that is running.
struct TestingSink: IssueSink {
  var product: String { "DependenceTesting" }

  func receive(_ issue: DependencyIssue) -> Bool {
    if ExitTest.current != nil {
      // In the child process of an exit test, Swift Testing forwards the issue to the parent, whose
      // test then fails. A trap is not recorded, because the parent expects it.
      if !issue.isTrap { issue.record() }
      return true
    }
    if Test.current != nil {
      issue.record()
      return true
    }
    guard ProcessContext.current.runsSwiftTesting else { return false }
    // Without a running test, Swift Testing attributes the issue to «unknown», and ignores it after
    // the last test. Therefore, the process also keeps the issue and fails at exit.
    let reason = UnattributedIssues.Reason.outsideTests
    reason.adapted(issue).record(note: reason.explanation)
    UnattributedIssues.note(issue, because: reason)
    return true
  }

  func strictObserver(isOutside: Bool) -> any ReadObserver { StrictReads(isOutside: isOutside) }

  func ambientFrame() -> Frame? { AmbientRoots.frameOfRunningTest() }
}

// MARK: - Registration

// This function runs when the test binary is loaded, so users only need to link the product.
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
  /// Converts a source location for Swift Testing, which accepts neither line 0 nor column 0.
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
