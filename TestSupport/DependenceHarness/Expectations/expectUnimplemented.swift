import Dependence

/// Runs `operation` and expects it to call an unimplemented endpoint. If it does not, the test
/// fails, unless `operation` skips or cancels the test.
///
/// An unimplemented endpoint is a client's closure that the test has not provided an implementation
/// for. A call from a detached task or another thread counts only if it is made in a scope that
/// `operation` captured with `captureDependencies()`. The call must also end before `operation`
/// returns. An error thrown by a matching endpoint is caught. A call to any other unimplemented
/// endpoint fails the test. A call to an unimplemented endpoint that can neither throw nor return a
/// placeholder terminates the process.
///
/// ```swift
/// try await expectUnimplemented("APIClient.fetchGreeting") {
///   try await Greeter().greet("Anna")
/// }
/// ```
///
/// - Parameters:
///   - endpoint: The name of the endpoint, or a pattern such as `"APIClient.*"`.
///   - count: The expected number of calls.
/// - Throws: Any error that `operation` throws, except an error thrown by a matching unimplemented
///   endpoint.
public func expectUnimplemented(
  _ endpoint: EndpointPattern = .any,
  count: ExpectedCount = .atLeast(1),
  operation: () throws -> Void,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectation = IssueExpectation(of: endpoint, count, at: site)
  do {
    try withIssueReporter(expectation, operation: operation)
  } catch DependencyError.unimplemented(let name) where endpoint.matches(name) {
  } catch {
    expectation.finish(throwing: error)
    throw error
  }
  expectation.finish()
}

/// Runs an asynchronous `operation` in the caller's isolation and expects it to call an
/// unimplemented endpoint. If it does not, the test fails.
public func expectUnimplemented(
  _ endpoint: EndpointPattern = .any,
  count: ExpectedCount = .atLeast(1),
  operation: @concurrent () async throws -> Void,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) async rethrows {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectation = IssueExpectation(of: endpoint, count, at: site)
  do {
    try await CallsInProgress.track("expectUnimplemented", at: site) {
      try await withIssueReporter(expectation, operation: operation, isolation: isolation)
    }
  } catch DependencyError.unimplemented(let name) where endpoint.matches(name) {
  } catch {
    expectation.finish(throwing: error)
    throw error
  }
  expectation.finish()
}

extension IssueExpectation {
  fileprivate convenience init(
    of endpoint: EndpointPattern,
    _ count: ExpectedCount,
    at site: SourceSite
  ) {
    self.init(of: "\(endpoint)", toBe: "called while unimplemented", count, at: site) { issue in
      switch issue.kind {
      case .unimplemented(let name), .trap(let name): endpoint.matches(name)
      case .general, .lateRead, .leftover, .assertion: false
      }
    }
  }
}
