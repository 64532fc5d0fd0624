/// What is bound to the running task.
///
/// Two task-locals, always bound and left together: an owner that keeps the frame alive in this
/// task and in every task that inherits it, and that nobody reads, and a trivial pointer to the
/// same frame, which is the one that readers use. One class-valued task-local would cost every read
/// a retain and a release of a counter that all cores share.
private enum Bound {
  @TaskLocal static var owner: Frame?
  @TaskLocal static var address: UInt = 0
}

extension Frame {
  /// The frame bound here; nil outside every scope.
  package static var bound: Frame? {
    UnsafeRawPointer(bitPattern: Bound.address).map {
      Unmanaged<Frame>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// The frame that a read here starts from: the bound one, that of the test which runs here, or
  /// the bottom of the process.
  package static var current: Frame {
    bound ?? IssueSinks.ambientFrame() ?? DependencyRoot.process.bottom
  }

  private var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// Runs `operation` with `frame` bound.
  package static func bind<Result>(
    _ frame: Frame,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try Bound.$owner.withValue(frame) {
      try Bound.$address.withValue(frame.address, operation: operation)
    }
  }

  /// Runs `operation` with `frame` bound, in the caller's isolation.
  package nonisolated(nonsending) static func bind<Result>(
    _ frame: Frame,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Bound.$owner.withValue(frame) {
      try await Bound.$address.withValue(frame.address, operation: operation)
    }
  }
}
