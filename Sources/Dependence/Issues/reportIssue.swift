/// Reports something that went wrong, so that it fails the test in which it happened.
///
/// In a test the issue is recorded at the caller's line: on the running test, or, in work that has
/// re-bound a captured scope on another thread or task, on the test that owns the scope. In an app
/// it is one line on standard error (`os.Logger` on Apple's systems), limited per call site to the
/// 1st, 2nd, 4th, 8th… time.
///
/// Safe to call from any thread, task or `deinit`.
///
/// - Parameter message: What happened, to what, and what to change.
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
