/// Reports a call to the unimplemented closure named `endpoint` as an issue, and returns the error
/// to throw.
///
/// Use this function in the test value of an endpoint that throws:
///
/// ```swift
/// static let testValue = APIClient(fetch: { _ in throw unimplemented("APIClient.fetch") })
/// ```
///
/// The name consists of the client's type and the property, separated by a dot. If the module that
/// calls this function declares the client's type, and exactly one key provides values of that
/// type, the issue contains the line of code that overrides the endpoint.
///
/// Inside a type that has a member named `unimplemented`, write `Dependence.unimplemented` instead.
/// This is not necessary in clients declared with the macro `@DependencyClient`.
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

/// Reports a call to the unimplemented closure named `endpoint` as an issue.
///
/// In an endpoint that throws, write `throw unimplemented("APIClient.send")` instead. Without
/// `throw`, the compiler chooses this overload, and the endpoint returns as if it had succeeded.
public func unimplemented(
  _ endpoint: String,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) {
  reportUnimplemented(endpoint, at: SourceSite(fileID, filePath, line, column))
}

/// Reports a call to the unimplemented closure named `endpoint` as an issue, and returns
/// `placeholder`.
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

/// Reports a call to the unimplemented closure named `endpoint` as an issue, and then traps because
/// there is no value to return. If possible, use a throwing endpoint or a placeholder instead.
///
/// In an exit test's child process, this function traps without reporting an issue, so that a test
/// that expects the trap passes.
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

/// Reports a call to an unimplemented endpoint as an issue, and returns the issue.
///
/// - Parameters:
///   - purpose: The text that follows "was called" in the message, such as " to measure a
///     lifetime".
///   - override: The source code that would implement the endpoint, or `nil` to derive it from the
///     endpoint's name.
///   - keys: The keys that provide clients with this endpoint. If the current scope overrides one of
///     them, the message explains why the override may have no effect. Ignored if `override` is
///     `nil`.
///   - scopes: A phrase that names the functions whose closures can contain the code in `override`,
///     such as `withDependencies { … }`.
@discardableResult
package func reportUnimplemented(
  _ endpoint: String,
  for purpose: String = "",
  traps: Bool = false,
  override: String? = nil,
  of keys: [AnyKeyRecord] = [],
  scopes: String = overridingScopes,
  at site: SourceSite
) -> DependencyIssue {
  let derived = override == nil ? assignment(to: endpoint, at: site) : nil
  let issue = DependencyIssue(
    unimplemented: "\(endpoint) was called\(purpose)",
    override: override ?? derived?.source,
    of: derived.map { [$0.key] } ?? keys,
    scopes: scopes,
    kind: traps ? .trap(endpoint: endpoint) : .unimplemented(endpoint: endpoint),
    at: site
  )
  IssuePath.deliver(issue, from: .current)
  return issue
}

/// Reports a call to an unimplemented endpoint as an issue, and then traps because there is no
/// value to return.
package func trapUnimplemented(
  _ endpoint: String,
  override: String?,
  of keys: [AnyKeyRecord] = [],
  scopes: String = overridingScopes,
  at site: SourceSite
) -> Never {
  let issue = reportUnimplemented(
    endpoint,
    traps: true,
    override: override,
    of: keys,
    scopes: scopes,
    at: site
  )
  fatalError("\(issue.message) There is no placeholder to return.")
}

/// Returns the source code of an assignment that implements an endpoint such as `APIClient.fetch`,
/// and the key that the code assigns to. Returns `nil` unless exactly one key provides values of a
/// type named `APIClient`. Types outside the caller's module are ignored, because several modules
/// may declare types with the same name.
private func assignment(
  to endpoint: String,
  at site: SourceSite
) -> (source: String, key: AnyKeyRecord)? {
  let path = endpoint.split(separator: ".", omittingEmptySubsequences: false)
  guard path.count > 1, let member = path.last, !member.isEmpty,
    member.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
  else { return nil }
  let module = "\(site.fileID.prefix { $0 != "/" })."
  let records = KeyRegistry.records {
    String(describing: $0) == path[path.count - 2] && String(reflecting: $0).hasPrefix(module)
  }
  guard let key = records.first, records.count == 1 else { return nil }
  return ("$0\(key.accessor).\(member) = …", key)
}

/// A phrase for messages that names the functions and traits with which a test can override a
/// dependency.
///
/// The phrase mentions the trait `.dependencies` only in Swift Testing, because traits have no
/// effect in XCTest. The test that owns the current scope, even if it has ended, determines whether
/// the code belongs to Swift Testing or XCTest. Outside any test's scope, the code belongs to
/// XCTest if one of its test cases is running.
///
/// A process that a test starts does not receive the test's overrides, so in such a process the
/// phrase names functions to call there.
package var overridingScopes: String {
  if ProcessContext.current.isLaunchedByTest { return overridingScopesOfApp }
  if IssueSinks.all.contains(where: { $0.runsExitTest }) {
    return """
      withDependencies { … } inside the closure of the exit test, because the overrides of the test do not reach its \
      process
      """
  }
  let hasTraits =
    Frame.current.root.owner?.hasTraits
    ?? !IssueSinks.all.contains { $0.product == "DependenceXCTest" && $0.ambientFrame() != nil }
  return hasTraits
    ? "withDependencies { … } or .dependencies { … }"
    : "withDependencies { … } or configureDependencies(_:) of your DependencyTestCase"
}
/// A phrase that messages use to tell the developer where an app can override a dependency.
let overridingScopesOfApp =
  "withDependencies { … } or, for the whole app, prepareDependencies { … }"

/// The error thrown when an unimplemented dependency is used.
public enum DependencyError: Error, Sendable, Hashable {
  /// A call to the unimplemented endpoint with this name, such as a closure of a client. The call
  /// has also been reported as an issue.
  case unimplemented(String)
}

extension DependencyError: CustomStringConvertible {
  /// A short description of the error.
  public var description: String {
    switch self {
    case .unimplemented(let endpoint): "\(endpoint) is unimplemented"
    }
  }
}
