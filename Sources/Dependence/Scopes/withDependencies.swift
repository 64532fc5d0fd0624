/// Runs `operation` with overridden dependencies.
///
/// The overrides are visible in `operation`, in the functions that it calls, and in the child
/// tasks, task groups and `Task { }` blocks that it starts. Detached tasks, dispatch queues,
/// threads and callbacks do not inherit them: see ``captureDependencies()``. If scopes are nested,
/// the innermost override wins.
///
/// - Parameters:
///   - update: A closure that assigns the overrides. It receives the dependencies that are
///     currently visible.
///   - operation: A closure that runs in the caller's isolation.
/// - Returns: The result of `operation`.
/// - Throws: Any error that `update` or `operation` throws.
/// - Complexity: O(1), regardless of the number of overrides that are already visible.
@discardableResult
@inlinable @inline(always) public func withDependencies<Result>(
  _ update: (inout DependencyValues) throws -> Void,
  operation: () throws -> Result,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) rethrows -> Result {
  let surroundings = Frame.readable
  let observed = surroundings.beginAssignment() ? surroundings : nil
  var values = DependencyValues(surroundings, for: .operation)
  do {
    try update(&values)
  } catch {
    surroundings.endAssignment()
    throw error
  }
  if let observed {
    values.frame.noteBinding(over: observed, at: SourceSite(fileID, filePath, line, column))
  }
  return try Frame.enter(values.takeFrame(), endingAssignmentIn: surroundings, operation)
}

/// Runs an asynchronous `operation` with overridden dependencies, in the caller's isolation.
///
/// - Throws: Any error that `update` or `operation` throws.
/// - Complexity: O(1), regardless of the number of overrides that are already visible.
@discardableResult
@inlinable public func withDependencies<Result>(
  _ update: @concurrent (inout DependencyValues) async throws -> Void,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation,
  fileID: String = #fileID,
  filePath: String = #filePath,
  line: Int = #line,
  column: Int = #column
) async rethrows -> Result {
  let surroundings = Frame.readable
  let observed = surroundings.beginAssignment() ? surroundings : nil
  var values = DependencyValues(surroundings, for: .operation)
  do {
    try await update(&values)
  } catch {
    surroundings.endAssignment()
    throw error
  }
  if let observed {
    values.frame.noteBinding(over: observed, at: SourceSite(fileID, filePath, line, column))
  }
  return try await Frame.enter(
    values.takeFrame(),
    endingAssignmentIn: surroundings,
    operation,
    isolation: isolation
  )
}

/// Runs `operation` with exactly the dependencies in `snapshot`, regardless of the overrides in the
/// current scope.
///
/// - Throws: Any error that `operation` throws.
public func withSnapshotDependencies<Result>(
  _ snapshot: DependencyValues,
  operation: () throws -> Result
) rethrows -> Result {
  try Frame.enter(snapshot.frame.pinned, operation)
}

/// Runs an asynchronous `operation` with exactly the dependencies in `snapshot`, regardless of the
/// overrides in the current scope. The operation runs in the caller's isolation.
///
/// - Throws: Any error that `operation` throws.
public func withSnapshotDependencies<Result>(
  _ snapshot: DependencyValues,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  try await Frame.enter(snapshot.frame.pinned, operation, isolation: isolation)
}
