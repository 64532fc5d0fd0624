import Dependence

/// Runs `operation` in a new scope where `modules` are registered.
///
/// - Returns: The value that `operation` returns.
/// - Throws: Any error that `operation` throws.
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

/// Runs an asynchronous `operation` in a new scope where `modules` are registered. The operation is
/// isolated to the caller's actor.
///
/// - Returns: The value that `operation` returns.
/// - Throws: Any error that `operation` throws.
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
