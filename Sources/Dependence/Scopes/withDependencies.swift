/// Runs `operation` with some dependencies overridden.
///
/// The overrides hold in `operation` and in what it calls, and in the child tasks, task groups and
/// `Task { }`s that it starts; not in detached tasks, queues, threads and callbacks: see
/// ``captureDependencies()``. Scopes nest; the innermost override of a key wins.
///
/// - Parameters:
///   - update: Assigns the overrides. It starts from the dependencies visible here.
///   - operation: Runs in the caller's isolation.
/// - Returns: What `operation` returns.
/// - Throws: What `update` or `operation` throws.
/// - Complexity: O(1) in the number of overrides that are already visible.
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
  let observed = surroundings.isObserved ? surroundings : nil
  var values = DependencyValues(surroundings, for: .operation)
  try update(&values)
  if let observed {
    values.frame.noteBinding(over: observed, at: SourceSite(fileID, filePath, line, column))
  }
  return try Frame.bind(values.takeFrame(), operation)
}

/// Runs an asynchronous `operation` with some dependencies overridden. It and `update` run in the caller's isolation.
///
/// - Throws: What `update` or `operation` throws.
/// - Complexity: O(1) in the number of overrides that are already visible.
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
  let observed = surroundings.isObserved ? surroundings : nil
  var values = DependencyValues(surroundings, for: .operation)
  try await update(&values)
  if let observed {
    values.frame.noteBinding(over: observed, at: SourceSite(fileID, filePath, line, column))
  }
  return try await Frame.bind(values.takeFrame(), operation, isolation: isolation)
}

/// Runs `operation` with exactly the dependencies that `snapshot` pinned.
///
/// - Throws: What `operation` throws.
public func withSnapshotDependencies<Result>(
  _ snapshot: DependencyValues,
  operation: () throws -> Result
) rethrows -> Result {
  try Frame.bind(snapshot.frame.pinned, operation)
}

/// Runs an asynchronous `operation`, in the caller's isolation, with exactly the dependencies that `snapshot` pinned.
///
/// - Throws: What `operation` throws.
public func withSnapshotDependencies<Result>(
  _ snapshot: DependencyValues,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  try await Frame.bind(snapshot.frame.pinned, operation, isolation: isolation)
}
