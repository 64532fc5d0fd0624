/// A call to an endpoint (a closure property of a client) that is in progress, with the source
/// location of the caller.
struct EndpointCall: Sendable {
  @TaskLocal static var current: EndpointCall?

  let client: Any.Type
  let endpoint: String
  let site: SourceSite
}

/// Calls an endpoint, and makes the caller's source location available for issues.
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
  // `rethrows` cannot be used here, because it would erase the type of the error.
  return try EndpointCall.$current.withValue(call) {
    Swift.Result { () throws(Failure) in try operation() }
  }.get()
}

/// Calls an asynchronous endpoint, and makes the caller's source location available for issues.
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

/// Calls a `nonisolated(nonsending)` endpoint in its caller's isolation, and makes the caller's
/// source location available for issues.
public nonisolated(nonsending) func _callNonsending<Result, Failure: Error>(
  _ endpoint: String,
  of client: Any.Type,
  fileID: String,
  filePath: String,
  line: Int,
  column: Int,
  operation: nonisolated(nonsending) () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let site = SourceSite(fileID, filePath, line, column)
  let call = EndpointCall(client: client, endpoint: endpoint, site: site)
  return try await EndpointCall.$current.withValue(call) {
    do throws(Failure) {
      return Swift.Result<Result, Failure>.success(try await operation())
    } catch {
      return .failure(error)
    }
  }.get()
}
