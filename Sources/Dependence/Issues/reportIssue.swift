/// Reports an issue, which makes the current test fail.
///
/// In a test, the issue is recorded at the caller's source location. It is normally recorded on the
/// running test. If the caller runs in a captured scope on another thread or task, it is recorded
/// on the test that owns that scope.
///
/// In an app, an issue that no ``IssueReporter`` accepts is written to standard error, or to
/// `os.Logger` on Apple platforms. Only the 1st, 2nd, 4th, 8th… issue at each call site is written.
///
/// You can call this function from any thread or task, and from deinitializers.
///
/// - Parameter message: A description of the event and the affected dependency, and a
///   recommendation for what to change.
public func reportIssue(
  _ message: @autoclosure () -> String,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  let site = SourceSite(fileID, filePath, line, column)
  IssuePath.deliver(message(), at: site)
}
