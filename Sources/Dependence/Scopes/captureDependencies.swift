/// Captures the scope of this place, to take it where task-locals do not go: a detached task, a
/// queue, a thread, a callback.
///
/// One capture restores everything: overrides, the defaults that are cached with them, and the way
/// that issues take to the test that owns the scope.
///
/// ```swift
/// let continuation = captureDependencies()
/// DispatchQueue.global().async {
///   continuation.yield { upload() }
/// }
/// ```
public func captureDependencies() -> DependencyContinuation {
  let frame = Frame.current
  frame.root.owner?.scopeWillEscape()
  return DependencyContinuation(frame: Precedence.select(taskLocal: frame))
}

/// Runs `operation` with a capture of this place's scope.
///
/// - Throws: What `operation` throws.
public func withCapturedDependencies<Result>(
  _ operation: (DependencyContinuation) throws -> Result
) rethrows -> Result {
  try operation(captureDependencies())
}

/// Runs an asynchronous `operation` with a capture of this place's scope.
///
/// - Throws: What `operation` throws.
public nonisolated(nonsending) func withCapturedDependencies<Result>(
  _ operation: (DependencyContinuation) async throws -> Result
) async rethrows -> Result {
  try await operation(captureDependencies())
}

/// A captured scope. It may be used any number of times, from any thread.
///
/// In a test it does not outlive the test with impunity: what reads or reports through it after the
/// test has ended is an issue that names the test.
public struct DependencyContinuation: Sendable {
  let frame: Frame

  /// Runs `operation` in the captured scope.
  ///
  /// - Throws: What `operation` throws.
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Frame.bind(frame, operation)
  }

  /// Runs an asynchronous `operation` in the captured scope and the caller's isolation.
  ///
  /// - Throws: What `operation` throws.
  public nonisolated(nonsending) func yield<Result>(
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Frame.bind(frame, operation)
  }

  /// A closure that calls `body` in the captured scope, with the same arguments and errors.
  public func wrap<each Argument, Result, Failure: Error>(
    _ body: @escaping @Sendable (repeat each Argument) throws(Failure) -> Result
  ) -> @Sendable (repeat each Argument) throws(Failure) -> Result {
    { (argument: repeat each Argument) throws(Failure) -> Result in
      try Frame.bind(frame) { catching { () throws(Failure) in try body(repeat each argument) } }
        .get()
    }
  }

  /// An asynchronous closure that calls `body` in the captured scope, with the same arguments and
  /// errors. It leaves the caller's isolation; a `body` with an isolation of its own gets that one.
  public func wrap<each Argument, Result, Failure: Error>(
    _ body: @escaping @Sendable (repeat each Argument) async throws(Failure) -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws(Failure) -> Result {
    // `@concurrent`, because Swift 6.3 crashes on a closure that takes a parameter pack and inherits
    // its caller's isolation.
    { @concurrent (argument: repeat each Argument) async throws(Failure) -> Result in
      try await Frame.bind(frame) {
        await catching { () async throws(Failure) in try await body(repeat each argument) }
      }.get()
    }
  }
}

// `TaskLocal.withValue` rethrows, which loses the type of the error; a result keeps it.

private func catching<Value, Failure: Error>(
  _ body: () throws(Failure) -> Value
) -> Result<Value, Failure> {
  do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
}

private nonisolated(nonsending) func catching<Value, Failure: Error>(
  _ body: () async throws(Failure) -> Value
) async -> Result<Value, Failure> {
  do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
}
