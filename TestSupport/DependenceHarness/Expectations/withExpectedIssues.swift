public import Dependence

/// Runs `operation`, and expects it to report issues. The test fails only if the expected issues
/// are missing.
///
/// Issues from other tasks and threads count if these use `captureDependencies()` in this scope and
/// report before `operation` returns. All other issues and failed assertions fail the test as
/// usual.
///
/// ```swift
/// withExpectedIssues {
///   $0.message.contains("sold out")
/// } operation: {
///   reportIssue("The last apple is sold out.")
/// }
/// ```
///
/// - Parameters:
///   - count: The expected number of matching issues.
///   - isExpected: Returns `true` if an issue is expected. By default, every issue is.
/// - Returns: The value that `operation` returns.
/// - Throws: The error that `operation` throws.
public func withExpectedIssues<Result>(
  count: ExpectedCount = .atLeast(1),
  matching isExpected: @escaping @Sendable (DependencyIssue) -> Bool = { _ in true },
  operation: () throws -> Result,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows -> Result {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectation = IssueExpectation(count, at: site, matching: isExpected)
  defer { expectation.finish() }
  return try withIssueReporter(expectation, operation: operation)
}

/// Runs an asynchronous `operation` in the caller's isolation, and expects it to report issues. The
/// test fails if they are missing.
public func withExpectedIssues<Result>(
  count: ExpectedCount = .atLeast(1),
  matching isExpected: @escaping @Sendable (DependencyIssue) -> Bool = { _ in true },
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) async rethrows -> Result {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectation = IssueExpectation(count, at: site, matching: isExpected)
  defer { expectation.finish() }
  return try await withIssueReporter(expectation, operation: operation, isolation: isolation)
}
