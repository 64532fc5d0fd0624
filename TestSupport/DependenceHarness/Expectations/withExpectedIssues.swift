public import Dependence

/// Runs `operation`, and expects it to report issues: they do not fail the test, their absence does.
///
/// It takes the issues of this library and of `reportIssue`, also from other tasks and threads that
/// took the scope along, until the operation returns. Those that do not match fail the test as ever,
/// and so do failed assertions.
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
  let expectation = IssueExpectation(
    of: issues,
    toBe: reported,
    count,
    at: site,
    matching: isExpected
  )
  defer { expectation.finish() }
  return try withIssueReporter(expectation, operation: operation)
}

/// Runs an asynchronous `operation`, and expects it to report issues: they do not fail the test,
/// their absence does.
///
/// - Parameters:
///   - count: How many have to match.
///   - isExpected: Whether an issue is expected; any is, unless you say otherwise.
///   - operation: Runs in the caller's isolation.
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
public nonisolated(nonsending) func withExpectedIssues<Result>(
  count: ExpectedCount = .atLeast(1),
  matching isExpected: @escaping @Sendable (DependencyIssue) -> Bool = { _ in true },
  operation: () async throws -> Result,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) async rethrows -> Result {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectation = IssueExpectation(
    of: issues,
    toBe: reported,
    count,
    at: site,
    matching: isExpected
  )
  defer { expectation.finish() }
  return try await withIssueReporter(expectation, operation: operation)
}

private let issues = "a matching issue"
private let reported = "reported"
