import Dependence

#if canImport(Testing)
import Testing

extension DependencyIssue {
  /// Records the issue with Swift Testing. This also works without the product DependenceTesting.
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

  /// Records the issue and returns `true` if this is the child process of an exit test.
  ///
  /// The parent process sees only the exit status of the child, which may be as expected.
  /// Therefore, Swift Testing must forward the issue. A trap is not recorded, because the parent
  /// expects it.
  func recordInExitTestChild() -> Bool {
    guard ExitTest.current != nil else { return false }
    if !isTrap { recordWithSwiftTesting() }
    return true
  }
}
/// Returns `true` if `#require` threw the error and has already recorded the failure.
func isOfFailedRequirement(_ error: any Error) -> Bool { error is ExpectationFailedError }
#else
func isOfFailedRequirement(_ error: any Error) -> Bool { false }

extension DependencyIssue {
  func recordInExitTestChild() -> Bool { false }
}
#endif
