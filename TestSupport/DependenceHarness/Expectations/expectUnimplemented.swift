import Dependence

/// Runs `operation`, and expects it to call an endpoint that is unimplemented: the call does not fail
/// the test, its absence does.
///
/// Calls from elsewhere count if they took the scope along and are over when the operation returns. The error of a
/// matching endpoint ends the operation. Another endpoint fails the test; one with nothing to return traps.
///
/// ```swift
/// try await expectUnimplemented("APIClient.fetchGreeting") {
///   try await Greeter().greet("Anna")
/// }
/// ```
///
/// - Parameters:
///   - endpoint: The endpoint's name, or a pattern such as `"APIClient.*"`.
///   - count: How often it has to be called.
/// - Throws: What `operation` throws, but for the error of a matching endpoint.
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
  defer { expectation.finish() }
  do {
    try withIssueReporter(expectation, operation: operation)
  } catch DependencyError.unimplemented(let name) where endpoint.matches(name) {
  }
}

/// The asynchronous form, in the caller's isolation.
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
  defer { expectation.finish() }
  do {
    try await withIssueReporter(expectation, operation: operation, isolation: isolation)
  } catch DependencyError.unimplemented(let name) where endpoint.matches(name) {
  }
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
