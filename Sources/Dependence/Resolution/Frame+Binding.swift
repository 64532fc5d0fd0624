import Synchronization

/// The frame that is bound to the running task.
///
/// Two task-locals, always bound and left together: an owner that keeps the frame alive in this
/// task and in every task that inherits it, and that nobody reads, and a trivial pointer to the
/// same frame, which is the one that readers use. One class-valued task-local would cost every read
/// a retain and a release of a counter that all cores share.
@usableFromInline enum Bound {
  // Not `@TaskLocal`: what that declares cannot be used from inlinable code.
  @usableFromInline static let owner = TaskLocal<Frame?>(wrappedValue: nil)
  @usableFromInline static let address = TaskLocal<UInt>(wrappedValue: 0)

}

extension Frame {
  /// The frame bound here; nil outside every scope.
  package static var bound: Frame? { Uncounted<Frame>(at: Bound.address.get())?.object }

  /// The frame that a read here starts from: the bound one, that of the test which runs here, or
  /// the bottom of the process.
  package static var current: Frame {
    bound ?? IssueSinks.ambientFrame() ?? DependencyRoot.process.bottom
  }

  @inlinable final var address: UInt { Uncounted(self).address }

  /// Runs `operation` with `frame` bound.
  @inlinable @inline(always) package static func bind<Result>(
    _ frame: Frame,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try Bound.owner.withValue(frame) {
      try Bound.address.withValue(frame.address, operation: operation)
    }
  }

  /// Runs `operation` with `frame` bound, in the caller's isolation.
  @inlinable @inline(always) package static func bind<Result>(
    _ frame: Frame,
    _ operation: @concurrent () async throws -> Result,
    isolation: isolated (any Actor)? = #isolation
  ) async rethrows -> Result {
    // The closure names the isolation, which is how it comes to run there.
    try await Bound.owner.withValue(
      frame,
      operation: {
        try await Bound.address.withValue(
          frame.address,
          operation: operation,
          isolation: isolation
        )
      },
      isolation: isolation
    )
  }
}
