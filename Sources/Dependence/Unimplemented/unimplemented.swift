/// Reports that `endpoint` was called without an implementation, and gives the error to throw.
///
/// The test value of an endpoint that throws:
///
/// ```swift
/// static let testValue = APIClient(fetch: { _ in throw unimplemented("APIClient.fetch") })
/// ```
///
/// Clients that `@DependencyClient` writes use it inside like everybody else. Inside any other type with a
/// member of this name, say `Dependence.unimplemented`.
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
  reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
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
  reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
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
  reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
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
  let site = SourceSite(fileID, filePath, line, column)
  trapUnimplemented(endpoint, override: nil, at: site)
}

/// Reports the call of something that nobody has implemented.
///
/// - Parameters:
///   - override: The assignment that implements it, if it is known.
///   - place: Where that assignment goes.
@discardableResult
package func reportUnimplemented(
  _ endpoint: String,
  traps: Bool = false,
  override: String? = nil,
  place: String = overridingScopes,
  at site: SourceSite
) -> DependencyIssue {
  let issue = DependencyIssue(
    unimplemented: "\(endpoint) was called",
    override: override,
    place: place,
    kind: traps ? .trap(endpoint: endpoint) : .unimplemented(endpoint: endpoint),
    at: site
  )
  IssuePath.deliver(issue, from: .current)
  return issue
}

/// Reports the call of something that nobody has implemented, and traps: there is nothing to return.
package func trapUnimplemented(
  _ endpoint: String,
  override: String?,
  place: String = overridingScopes,
  at site: SourceSite
) -> Never {
  let issue = reportUnimplemented(
    endpoint,
    traps: true,
    override: override,
    place: place,
    at: site
  )
  fatalError("\(issue.message) It has no placeholder to return.")
}

/// The ways to override a dependency, for messages.
package let overridingScopes = "withDependencies { … } or .dependencies { … }"

/// An error of a dependency that is not there.
public enum DependencyError: Error, Sendable, Hashable {
  /// The named endpoint was called without an implementation. The call was also reported.
  case unimplemented(String)
}

extension DependencyError: CustomStringConvertible {
  /// The error in a few words.
  public var description: String {
    switch self {
    case .unimplemented(let endpoint): "\(endpoint) is unimplemented"
    }
  }
}
