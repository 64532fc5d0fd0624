public import Dependence

/// Runs `operation`, and expects it to report issues: they do not fail the test, their absence does.
///
/// It takes issues, also from elsewhere if the scope was taken along, until the operation returns. Issues that do not
/// match, and failed assertions, fail the test.
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
///   - count: How many have to match.
///   - isExpected: Whether an issue is expected; any is, unless you say otherwise.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
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

/// The asynchronous form, in the caller's isolation.
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
