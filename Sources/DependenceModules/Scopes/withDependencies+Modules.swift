import Dependence

/// Runs `operation` with some modules registered: a container of its own on top of the one around.
///
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
@discardableResult
public func withDependencies<Result>(
  _ modules: Dependencies,
  operation: () throws -> Result,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows -> Result {
  try withDependencies(
    { $0.register(modules) },
    operation: operation,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}

/// Runs an asynchronous `operation`, in the caller's isolation, with some modules registered.
///
/// - Returns: What `operation` returns.
/// - Throws: What `operation` throws.
@discardableResult
public func withDependencies<Result>(
  _ modules: Dependencies,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) async rethrows -> Result {
  try await withDependencies(
    { $0.register(modules) },
    operation: operation,
    isolation: isolation,
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
