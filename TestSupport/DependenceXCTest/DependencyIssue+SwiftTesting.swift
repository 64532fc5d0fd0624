import Dependence

#if canImport(Testing)
import Testing

extension DependencyIssue {
  /// Records the issue with Swift Testing, even if the product DependenceTesting is not linked.
  func recordWithSwiftTesting() {
    Issue.record(
      Comment(rawValue: message.inASCII),
      sourceLocation: SourceLocation(
        fileID: site.fileID,
        filePath: site.filePath,
        line: max(site.line, 1),
        column: max(site.column, 1)
      )
    )
  }

  /// Returns `true` and records the issue if this is the child process of an exit test.
  ///
  /// The parent process sees only the child's exit status, which may be the expected one even if
  /// there is an issue. Swift Testing therefore has to forward the issue. A trap is not recorded,
  /// because the parent expects the child to trap.
  func recordInExitTestChild() -> Bool {
    guard ExitTest.current != nil else { return false }
    if !isTrap { recordWithSwiftTesting() }
    return true
  }
}
/// Whether `#require` has thrown the error, in which case the failure has already been recorded.
func isOfFailedRequirement(_ error: any Error) -> Bool { error is ExpectationFailedError }
#else
func isOfFailedRequirement(_ error: any Error) -> Bool { false }

extension DependencyIssue {
  func recordInExitTestChild() -> Bool { false }
}
#endif
