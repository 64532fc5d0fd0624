import Dependence

#if canImport(Testing)
import Testing

extension DependencyIssue {
  /// Records the issue with Swift Testing, where DependenceTesting may not be linked to do so.
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

  /// Records the issue if this is the child process of an exit test, and says whether it is.
  ///
  /// Such a process is of neither runner. Its exit status is all that the parent would see of an
  /// issue, and might be just what it waits for; Swift Testing hands the issue itself on. A trap is
  /// what the parent waits for.
  func recordInExitTestChild() -> Bool {
    guard ExitTest.current != nil else { return false }
    if !isTrap { recordWithSwiftTesting() }
    return true
  }
}
/// True if `#require` threw an error, having recorded why.
func isOfFailedRequirement(_ error: any Error) -> Bool { error is ExpectationFailedError }
#else
func isOfFailedRequirement(_ error: any Error) -> Bool { false }

extension DependencyIssue {
  func recordInExitTestChild() -> Bool { false }
}
#endif
