/// Reports an issue, which makes the test in which it occurred fail.
///
/// In a test, the issue is recorded at the source location of the caller. It is recorded on the
/// running test. If the caller runs in a captured scope on another thread or task, it is recorded
/// on the test that owns this scope. In an app, the issue is one line on standard error, or in
/// `os.Logger` on Apple platforms. Only the 1st, 2nd, 4th, 8th… issue of each call site is printed.
///
/// This function is safe to call from any thread, task or deinitializer.
///
/// - Parameter message: The event, the affected dependency, and the change to make.
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
