import Dependence

/// A call in progress to an endpoint (a closure property of a client), with the call's source
/// location. The current call is a task-local value, so that an unimplemented endpoint can report
/// an issue at this location.
struct EndpointCall: Sendable {
  @TaskLocal static var current: EndpointCall?

  let client: Any.Type
  let endpoint: String
  let site: SourceSite
}

/// Calls `operation`, which calls an endpoint (a closure property of a client), and returns its
/// result. If the endpoint reports an issue during the call, the issue appears at the caller's
/// source location.
public func _call<Result, Failure: Error>(
  _ endpoint: String,
  of client: Any.Type,
  fileID: String,
  filePath: String,
  line: Int,
  column: Int,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let site = SourceSite(fileID, filePath, line, column)
  let call = EndpointCall(client: client, endpoint: endpoint, site: site)
  // `withValue` rethrows errors as `any Error`, so return the outcome from its closure as a
  // `Result`. The caller then receives an error of the type `Failure`.
  return try EndpointCall.$current.withValue(call) {
    Swift.Result { () throws(Failure) in try operation() }
  }.get()
}

/// Calls `operation`, which calls an asynchronous endpoint (a closure property of a client), and
/// returns its result. If the endpoint reports an issue during the call, the issue appears at the
/// caller's source location.
public func _call<Result, Failure: Error>(
  _ endpoint: String,
  of client: Any.Type,
  fileID: String,
  filePath: String,
  line: Int,
  column: Int,
  operation: @concurrent () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation
) async throws(Failure) -> Result {
  let site = SourceSite(fileID, filePath, line, column)
  let call = EndpointCall(client: client, endpoint: endpoint, site: site)
  return try await EndpointCall.$current.withValue(
    call,
    operation: {
      _ = isolation
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try await operation())
      } catch {
        return .failure(error)
      }
    },
    isolation: isolation
  ).get()
}

/// Calls `operation`, which calls a `nonisolated(nonsending)` endpoint in its caller's isolation,
/// and returns its result. If the endpoint reports an issue during the call, the issue appears at
/// the caller's source location.
public func _callNonsending<Result, Failure: Error>(
  _ endpoint: String,
  of client: Any.Type,
  fileID: String,
  filePath: String,
  line: Int,
  column: Int,
  operation: nonisolated(nonsending) () async throws(Failure) -> Result,
  isolation: isolated (any Actor)? = #isolation
) async throws(Failure) -> Result {
  let site = SourceSite(fileID, filePath, line, column)
  let call = EndpointCall(client: client, endpoint: endpoint, site: site)
  // The closure captures the parameter `isolation`, so that the closure and `operation` run on the
  // caller's actor. They would not if `_callNonsending` were a `nonisolated(nonsending)` function
  // instead.
  return try await EndpointCall.$current.withValue(
    call,
    operation: {
      _ = isolation
      do throws(Failure) {
        return Swift.Result<Result, Failure>.success(try await operation())
      } catch {
        return .failure(error)
      }
    },
    isolation: isolation
  ).get()
}

/// Whether the code that reads this property is compiled without optimization.
///
/// Generated code reads this property instead of calling the standard library's function, because
/// the compiler would otherwise warn that one of the branches is never executed.
@inlinable public var _isDebugBuild: Bool { _isDebugAssertConfiguration() }
