/// Captures the current scope for use by code that does not inherit task-local values, such as a
/// detached task, a dispatch queue, a thread or a callback.
///
/// The captured scope includes the overrides, the cached default values, and the test that receives
/// the scope's issues.
///
/// ```swift
/// let scope = captureDependencies()
/// DispatchQueue.global().async {
///   scope.run { upload() }
/// }
/// ```
public func captureDependencies() -> CapturedDependencies {
  let frame = Frame.escaping
  frame.noteCapture(of: nil, at: .unknown)
  return CapturedDependencies(
    frame: Precedence.select(taskLocal: frame),
    token: frame.root.owner?.captureToken()
  )
}

extension Frame {
  /// The innermost frame of the current scope, for code that uses the scope outside the current
  /// task. A test runner cannot always tell which test an issue on another thread belongs to.
  /// Reading this property therefore informs the test that owns the scope, so that it can prepare
  /// to record such issues.
  static var escaping: Frame {
    let frame = Frame.current
    frame.root.owner?.scopeWillEscape()
    return frame
  }
}

/// A captured scope, which can be used any number of times and on any thread.
///
/// Do not use a test's scope after the test has ended. If an issue is reported in the scope later,
/// the test run fails with a message that names the test. A late read of a dependency also makes
/// the test run fail, but only in XCTest and in Swift Testing tests with the trait `.dependencies`.
/// In other Swift Testing tests, it cannot be detected.
public struct CapturedDependencies: Sendable {
  let frame: Frame
  /// An object that belongs to the test that owns the scope. While the object exists, code that the
  /// test started may still be running, so the test process waits a short time before it exits.
  /// This is `nil` outside tests, and if the scope is only stored, for example in a property
  /// wrapper.
  private let token: (any AnyObject & Sendable)?

  fileprivate init(frame: Frame, token: (any AnyObject & Sendable)?) {
    (self.frame, self.token) = (frame, token)
  }

  /// Captures the current scope for an object that only stores it, such as a property wrapper. A
  /// test process does not wait for such objects to release the scope before it exits, because they
  /// are not work that a test has started.
  package static func stored() -> CapturedDependencies {
    CapturedDependencies(frame: Precedence.select(taskLocal: Frame.escaping), token: nil)
  }

  /// Runs `operation` in the captured scope.
  ///
  /// - Throws: Any error that `operation` throws.
  public func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try Frame.bind(frame, operation)
  }

  /// Runs an asynchronous `operation` in the captured scope and in the caller's isolation.
  ///
  /// - Throws: Any error that `operation` throws.
  public func run<Result>(
    _ operation: @concurrent () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    try await Frame.bind(frame, operation, isolation: isolation)
  }
}

// MARK: - Earlier names

/// The former name of ``CapturedDependencies``.
@available(*, deprecated, renamed: "CapturedDependencies")
public typealias DependencyContinuation = CapturedDependencies

extension CapturedDependencies {
  /// Runs `operation` in the captured scope.
  ///
  /// - Throws: Any error that `operation` throws.
  @available(*, deprecated, renamed: "run(_:)")
  public func yield<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try run(operation)
  }

  /// Runs an asynchronous `operation` in the captured scope and in the caller's isolation.
  ///
  /// - Throws: Any error that `operation` throws.
  @available(*, deprecated, renamed: "run(_:isolation:)")
  public func yield<Result>(
    _ operation: @concurrent () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    try await run(operation, isolation: isolation)
  }
}

/// Runs `operation` in a captured scope.
///
/// - Throws: Any error that `operation` throws.
@available(*, deprecated, renamed: "CapturedDependencies.run(self:_:)")
public func withCapturedDependencies<Result>(
  _ captured: CapturedDependencies,
  operation: () throws -> Result
) rethrows -> Result {
  try captured.run(operation)
}

/// Runs an asynchronous `operation` in a captured scope and in the caller's isolation.
///
/// - Throws: Any error that `operation` throws.
@available(*, deprecated, renamed: "CapturedDependencies.run(self:_:isolation:)")
public func withCapturedDependencies<Result>(
  _ captured: CapturedDependencies,
  operation: @concurrent () async throws -> Result,
  isolation: isolated (any Actor)? = #isolation
) async rethrows -> Result {
  try await captured.run(operation, isolation: isolation)
}

// MARK: - Wrapping

// Throwing closures have separate methods, because the Swift 6.3 compiler crashes on a closure that
// has a parameter pack and throws a generic error type. The asynchronous methods are `@concurrent`
// because the compiler also crashes if a closure with a parameter pack inherits its caller's
// isolation.
//
// Synchronous closures without parameters have separate methods, too, because the Swift 6.3
// optimizer crashes if an asynchronous function calls a closure whose parameter pack is empty.

extension CapturedDependencies {
  /// Returns a closure that calls `body` in the captured scope and returns its result.
  public func wrap<Result>(
    _ body: @escaping @Sendable () -> Result
  ) -> @Sendable () -> Result {
    { Frame.bind(frame, body) }
  }

  /// Returns a throwing closure that calls `body` in the captured scope and returns its result. The
  /// closure rethrows any error that `body` throws.
  public func wrap<Result>(
    _ body: @escaping @Sendable () throws -> Result
  ) -> @Sendable () throws -> Result {
    { try Frame.bind(frame, body) }
  }

  /// Returns a closure that calls `body` in the captured scope and returns its result.
  public func wrap<each Argument, Result>(
    _ body: @escaping @Sendable (repeat each Argument) -> Result
  ) -> @Sendable (repeat each Argument) -> Result {
    { (argument: repeat each Argument) -> Result in
      Frame.bind(frame) { body(repeat each argument) }
    }
  }

  /// Returns a throwing closure that calls `body` in the captured scope and returns its result. The
  /// closure rethrows any error that `body` throws.
  public func wrap<each Argument, Result>(
    _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) -> @Sendable (repeat each Argument) throws -> Result {
    { (argument: repeat each Argument) throws -> Result in
      try Frame.bind(frame) { try body(repeat each argument) }
    }
  }

  /// Returns an asynchronous closure that calls `body` in the captured scope and returns its
  /// result. The closure does not run in its caller's isolation.
  public func wrap<each Argument: Sendable, Result>(
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async -> Result {
    { @concurrent (argument: repeat each Argument) async -> Result in
      await Frame.bind(frame) { await body(repeat each argument) }
    }
  }

  /// Returns an asynchronous, throwing closure that calls `body` in the captured scope and returns
  /// its result. The closure does not run in its caller's isolation.
  public func wrap<each Argument: Sendable, Result>(
    _ body: @escaping @Sendable @concurrent (repeat each Argument) async throws -> Result
  ) -> @Sendable @concurrent (repeat each Argument) async throws -> Result {
    { @concurrent (argument: repeat each Argument) async throws -> Result in
      try await Frame.bind(frame) { try await body(repeat each argument) }
    }
  }
}
