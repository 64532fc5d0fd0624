import Synchronization

/// The task-local variables that hold the current scope. A scope is a chain of frames, each of
/// which usually stores one override. A variable refers to the innermost frame of the chain. Child
/// tasks inherit the scope.
@usableFromInline package enum Bound {
  // This property does not use the `@TaskLocal` macro because inlinable code cannot refer to the
  // declarations that the macro generates.
  @usableFromInline static let frame = TaskLocal<Frame?>(wrappedValue: nil)

  /// The task-local variable for a scope that a trait has entered around a whole suite. Each test
  /// in the suite uses its own copy of this scope: see ``AmbientScopes``.
  @usableFromInline static let suiteFrame = TaskLocal<Frame?>(wrappedValue: nil)

  /// The innermost frame of the current task's scope, or `nil` if the task has no scope. The
  /// reference is unretained because the task-local variable keeps the frame alive while code runs
  /// in the scope.
  ///
  /// `TaskLocal.get()` would copy the stored reference and so retain the frame, and tasks that read
  /// dependencies in the same scope would contend for its reference count. This property instead
  /// loads only the frame's address from the task-local variable's storage.
  static var current: Uncounted<Frame>? { Uncounted(at: address(in: frame)) }

  /// The address of the innermost frame in the scope that a trait has entered around a whole suite,
  /// or zero if there is no such scope.
  static var suiteAddress: UInt { address(in: suiteFrame) }

  private static func address(in variable: TaskLocal<Frame?>) -> UInt {
    taskLocalStorage(of: Unmanaged.passUnretained(variable).toOpaque())?.load(as: UInt.self) ?? 0
  }

  /// The address of the frame that code outside any scope reads dependencies from. The address is
  /// zero if such code must first search ``AmbientScopes`` for a running test's scope. If no test
  /// can be running, this is the address of the process's own frame, which is never deallocated.
  fileprivate static let fallback = Atomic<UInt>(0)

  package static func setFallback(_ frame: Frame?) {
    fallback.store(frame.map { Uncounted($0).address } ?? 0, ordering: .releasing)
  }
}

/// Returns the address of a task-local variable's current value, or `nil` if the variable is not
/// bound. The function is part of the concurrency runtime, and the standard library declares it in
/// `TaskLocal.swift`.
@_silgen_name("swift_task_localValueGet")
private func taskLocalStorage(of key: UnsafeRawPointer) -> UnsafeMutableRawPointer?

extension Frame {
  /// The innermost frame of the scope bound to the current task, or `nil` outside any scope.
  package static var bound: Frame? { Bound.current?.object }

  /// The innermost frame of the scope that a trait has entered around the current suite, or `nil`
  /// if there is none.
  package static var boundToSuite: Frame? { Bound.suiteFrame.get() }

  /// The innermost frame of the current scope, or `nil` if only a slower search can find the frame
  /// to read from. The search is necessary in two cases:
  ///
  /// - The code runs outside any scope, and no result of an earlier search is cached.
  /// - The scope has no overrides, and either the test has ended or a user interface has published
  ///   overrides.
  package static var immediate: Uncounted<Frame>? {
    guard
      let frame = Bound.current ?? Uncounted(at: Bound.fallback.load(ordering: .acquiring))
        ?? AmbientScopes.remembered,
      frame.withObject({ $0.isUnambiguous })
    else { return nil }
    return frame
  }

  private final var isUnambiguous: Bool { !rootHasChanged || ignoresPublishedSubtrees }

  /// Runs `operation` in the scope whose innermost frame is `frame`, and returns the result.
  @inlinable package static func bind<Result>(
    _ frame: Frame,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try Bound.frame.withValue(frame, operation: operation)
  }

  /// Runs an asynchronous `operation` in the scope whose innermost frame is `frame`, and returns
  /// the result. The operation runs in the caller's isolation.
  @inlinable package static func bind<Result>(
    _ frame: Frame,
    _ operation: @concurrent () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    try await Bound.frame.withValue(frame, operation: operation, isolation: isolation)
  }
}

// MARK: - Entering scopes

extension Frame {
  /// Runs `operation` in the scope of `frame`, and returns the result. If the operation runs a
  /// suite's tests, each test gets its own copy of the scope, whereas ``bind(_:_:)`` would make
  /// them share it.
  ///
  /// - Parameter surroundings: The scope around the closure that has just assigned `frame`'s
  ///   overrides, or `nil` if no closure assigned them. Before running `operation`, this method
  ///   calls ``endAssignment()`` on that scope.
  @inlinable package static func enter<Result>(
    _ frame: Frame,
    endingAssignmentIn surroundings: Frame? = nil,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try frame.variable(endingAssignmentIn: surroundings).withValue(frame, operation: operation)
  }

  /// Runs an asynchronous `operation` in the scope of `frame` and in the caller's isolation, and
  /// returns the result. If the operation runs a suite's tests, each test gets its own copy of the
  /// scope, whereas ``bind(_:_:isolation:)`` would make them share it.
  ///
  /// - Parameter surroundings: The scope around the closure that has just assigned `frame`'s
  ///   overrides, or `nil` if no closure assigned them. Before running `operation`, this method
  ///   calls ``endAssignment()`` on that scope.
  @inlinable package static func enter<Result>(
    _ frame: Frame,
    endingAssignmentIn surroundings: Frame? = nil,
    _ operation: @concurrent () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    try await frame.variable(endingAssignmentIn: surroundings)
      .withValue(frame, operation: operation, isolation: isolation)
  }

  /// Returns the task-local variable that holds this frame while code runs in its scope. First
  /// calls ``endAssignment()`` on `surroundings`, the enclosing scope, to record that the closure
  /// that assigns this frame's overrides has returned. Combining both steps in one method makes
  /// entering a scope noticeably faster in unoptimized test code.
  @usableFromInline package final func variable(
    endingAssignmentIn surroundings: Frame?
  ) -> TaskLocal<Frame?> {
    surroundings?.endAssignment()
    return rootIsOfSuite && Bound.current == nil ? Bound.suiteFrame : Bound.frame
  }
}
