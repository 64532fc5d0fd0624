import Dependence

#if canImport(Testing)
import Testing

extension DependencyIssue {
  /// Records the issue with Swift Testing, even if the DependenceTesting product is not linked.
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

  /// Records the issue with Swift Testing if this process is the child process of an exit test.
  /// Returns `false` and does nothing in any other process.
  ///
  /// Swift Testing forwards a recorded issue to the parent process, which otherwise sees only the
  /// child process's exit status. That status may be the expected one even if there is an issue. An
  /// issue that makes the process trap is not recorded, because the parent process expects the
  /// child process to trap.
  func recordInExitTestChild() -> Bool {
    guard isExitTestChild else { return false }
    if !isTrap { recordWithSwiftTesting() }
    return true
  }
}

/// Whether this process is the child process of an exit test of Swift Testing.
var isExitTestChild: Bool { ExitTest.current != nil }

/// Returns `true` if `error` was thrown by a failed `#require`. Such a failure must not be recorded
/// again, because Swift Testing has already recorded it.
func isOfFailedRequirement(_ error: any Error) -> Bool { error is ExpectationFailedError }
#else
var isExitTestChild: Bool { false }

func isOfFailedRequirement(_ error: any Error) -> Bool { false }

extension DependencyIssue {
  func recordInExitTestChild() -> Bool { false }
}
#endif
