import Synchronization

/// What is bound to the running task.
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
  /// The address of the frame bound here; zero outside every scope.
  static var boundAddress: UInt { Bound.address.get() }

  /// The frame bound here; nil outside every scope.
  package static var bound: Frame? {
    let address = boundAddress
    return address == 0 ? nil : unsafeBitCast(address, to: Frame.self)
  }

  /// The frame that a read here starts from: the bound one, that of the test which runs here, or
  /// the bottom of the process.
  package static var current: Frame {
    bound ?? IssueSinks.ambientFrame() ?? DependencyRoot.process.bottom
  }

  /// Whether what is read outside every scope gets the defaults of the process: there is no test, and no
  /// user interface has published anything.
  static var hasOnlyDefaultsOutside: Bool {
    IssueSinks.isEmpty && DependencyRoot.processGate.pointee.load(ordering: .acquiring) == 0
  }

  @inlinable var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  /// Runs `operation` with `frame` bound.
  @inlinable package static func bind<Result>(
    _ frame: Frame,
    _ operation: () throws -> Result
  ) rethrows -> Result {
    try Bound.owner.withValue(frame) {
      try Bound.address.withValue(frame.address, operation: operation)
    }
  }

  /// Runs `operation` with `frame` bound, in the caller's isolation.
  @inlinable package nonisolated(nonsending) static func bind<Result>(
    _ frame: Frame,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Bound.owner.withValue(frame) {
      try await Bound.address.withValue(frame.address, operation: operation)
    }
  }
}
