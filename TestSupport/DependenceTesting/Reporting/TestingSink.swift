#if canImport(Testing)
import Dependence
import DependenceHarness
import Testing

/// Swift Testing, as the core sees it.
struct TestingSink: IssueSink {
  var product: String { "DependenceTesting" }

  func receive(_ issue: DependencyIssue) -> Bool {
    if ExitTest.current != nil {
      // The runner hands it on to the parent, which fails. A trap is what the parent waits for.
      if !issue.isTrap { issue.record() }
      return true
    }
    if Test.current != nil {
      issue.record()
      return true
    }
    guard ProcessContext.current.runsSwiftTesting else { return false }
    // Without a test the runner files it under «unknown». It ignores it once the run is over, so
    // the process has to remember.
    let reason = UnattributedIssues.Reason.outsideTests
    reason.adapted(issue).record(note: reason.explanation)
    UnattributedIssues.note(issue, because: reason)
    return true
  }

  func strictObserver(isOutside: Bool) -> any ReadObserver { StrictReads(isOutside: isOutside) }

  func ambientFrame() -> Frame? { AmbientRoots.frameOfRunningTest() }
}

// MARK: - Registration

// Runs when the test binary is loaded: linking the product is enough, nobody has to import or call
// anything.
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
  /// A place as Swift Testing wants it: it knows no line 0.
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
