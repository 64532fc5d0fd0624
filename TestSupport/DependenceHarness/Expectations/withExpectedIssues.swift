public import Dependence

/// Runs `operation` and expects it to report issues. The expected issues do not fail the test. If
/// they are not reported, the test fails, unless `operation` skips or cancels the test.
///
/// An issue from a detached task or another thread counts only if it is reported in a scope that
/// `operation` captured with `captureDependencies()`. The issue must also be reported before
/// `operation` returns. All other issues and failed assertions fail the test as usual.
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
///   - isExpected: A closure that returns whether an issue is expected. By default, all issues are
///     expected.
/// - Returns: The value that `operation` returns.
/// - Throws: Any error that `operation` throws.
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
  let result: Result
  do {
    result = try withIssueReporter(expectation, operation: operation)
  } catch {
    expectation.finish(throwing: error)
    throw error
  }
  expectation.finish()
  return result
}

/// Runs an asynchronous `operation` in the caller's isolation and expects it to report issues. If
/// the expected issues are not reported, the test fails.
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
  let result: Result
  do {
    result = try await CallsInProgress.track("withExpectedIssues", at: site) {
      try await withIssueReporter(expectation, operation: operation, isolation: isolation)
    }
  } catch {
    expectation.finish(throwing: error)
    throw error
  }
  expectation.finish()
  return result
}

// MARK: - The other order of the parameters

/// Runs `operation` and expects it to report `count` issues that satisfy `isExpected`.
///
/// - Throws: Any error that `operation` throws.
@available(*, deprecated, message: "pass 'count' before 'matching'")
public func withExpectedIssues<Result>(
  matching isExpected: @escaping @Sendable (DependencyIssue) -> Bool,
  count: ExpectedCount,
  operation: () throws -> Result,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows -> Result {
  try withExpectedIssues(
    count: count,
    matching: isExpected,
    operation: operation,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

/// Runs an asynchronous `operation` in the caller's isolation and expects it to report `count`
/// issues that satisfy `isExpected`.
///
/// - Throws: Any error that `operation` throws.
@available(*, deprecated, message: "pass 'count' before 'matching'")
public func withExpectedIssues<Result>(
  matching isExpected: @escaping @Sendable (DependencyIssue) -> Bool,
  count: ExpectedCount,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) async rethrows -> Result {
  try await withExpectedIssues(
    count: count,
    matching: isExpected,
    operation: operation,
    isolation: isolation,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
