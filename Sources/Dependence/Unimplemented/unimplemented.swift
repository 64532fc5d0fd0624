/// Reports that `endpoint` was called without an implementation, and gives the error to throw.
///
/// The test value of an endpoint that throws:
///
/// ```swift
/// static let testValue = APIClient(fetch: { _ in throw unimplemented("APIClient.fetch") })
/// ```
///
/// Inside a type with a member of this name, say `Dependence.unimplemented`.
///
/// - Returns: ``DependencyError/unimplemented(_:)``.
@_disfavoredOverload
public func unimplemented(
  _ endpoint: String,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) -> DependencyError {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  report(endpoint, kind: .unimplemented(endpoint: endpoint), at: site)
  return .unimplemented(endpoint)
}

/// Reports that `endpoint` was called without an implementation, and returns.
public func unimplemented(
  _ endpoint: String,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  report(endpoint, kind: .unimplemented(endpoint: endpoint), at: site)
}

/// Reports that `endpoint` was called without an implementation, and returns `placeholder`.
public func unimplemented<Value>(
  _ endpoint: String,
  placeholder: @autoclosure () -> Value,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) -> Value {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  report(endpoint, kind: .unimplemented(endpoint: endpoint), at: site)
  return placeholder()
}

/// Reports that `endpoint` was called without an implementation, and traps: there is nothing to
/// return. Prefer an endpoint that throws, or a placeholder.
///
/// In the child process of an exit test it only traps, so that a test which expects the trap passes.
public func trapUnimplemented(
  _ endpoint: String,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) -> Never {
  let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let issue = report(endpoint, kind: .trap(endpoint: endpoint), at: site)
  fatalError("\(issue.message) It has no placeholder to return.")
}

@discardableResult
func report(
  _ endpoint: String,
  kind: DependencyIssue.Kind,
  override: String? = nil,
  at site: SourceSite
) -> DependencyIssue {
  reportUnimplemented(endpoint, kind: kind, override: override, at: site)
}

/// Reports the call of something that nobody has implemented.
///
/// - Parameters:
///   - override: The assignment that implements it, if it is known.
///   - place: Where that assignment goes.
@discardableResult
package func reportUnimplemented(
  _ endpoint: String,
  kind: DependencyIssue.Kind,
  override: String?,
  place: String = overridingScopes,
  at site: SourceSite
) -> DependencyIssue {
  let use = UnimplementedUse(of: endpoint, "was called", override: override, place: place)
  let issue = DependencyIssue(.unimplemented(use), kind: kind, at: site)
  IssuePath.deliver(issue, from: .current)
  return issue
}

/// Where dependencies are overridden.
package let overridingScopes = "withDependencies { … } or .dependencies { … }"
