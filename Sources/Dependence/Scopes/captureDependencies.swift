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

/// A captured scope. It may be used any number of times, from any thread.
///
/// In a test it does not outlive the test with impunity: what is reported through it after the test
/// has ended fails the run and names the test. So does a read, in XCTest and in tests with the trait
/// `.dependencies`; without it nothing says when a test of Swift Testing ends.
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
  public func yield<Result>(
    _ operation: @concurrent () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    try await Frame.bind(frame, operation, isolation: isolation)
  }
}

// MARK: - Wrapping

// Four forms and not two with a typed error, and `@concurrent` for the asynchronous ones: Swift 6.3
// crashes on closures that take a parameter pack and throw a generic error type, and on those that
// take a pack and inherit their caller's isolation.

extension DependencyContinuation {
  /// A closure that calls `body` in the captured scope.
  public func wrap<each Argument, Result>(
    _ body: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (argument: repeat each Argument) -> Result in
      Frame.bind(frame) { body(repeat each argument) }
    }
  }

  /// A closure that calls `body` in the captured scope, and throws what it throws.
  public func wrap<each Argument, Result>(
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) throws -> Result in
      try Frame.bind(frame) { try body(repeat each argument) }
    }
  }

  /// An asynchronous closure that calls `body` in the captured scope, in no actor's isolation but
  /// what `body` says itself.
  public func wrap<each Argument: Sendable, Result>(
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    { @concurrent (argument: repeat each Argument) async -> Result in
      await Frame.bind(frame) { await body(repeat each argument) }
    }
  }

  /// An asynchronous closure that calls `body` in the captured scope, in no actor's isolation but
  /// what `body` says itself, and throws what it throws.
  public func wrap<each Argument: Sendable, Result>(
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    { @concurrent (argument: repeat each Argument) async throws -> Result in
      try await Frame.bind(frame) { try await body(repeat each argument) }
    }
  }
}
