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

  /// Where ``address`` is in memory; zero until it is first used. A global object is found by a call that
  /// asks whether it was made yet, and a global word is not.
  private static let reference = Atomic<UInt>(0)

  /// The address of the frame bound here; zero outside every scope.
  static var current: UInt {
    @inline(always) get {
      var local = reference.load(ordering: .acquiring)
      if local == 0 { local = makeReference() }
      return unsafeBitCast(local, to: Unmanaged<TaskLocal<UInt>>.self)
        ._withUnsafeGuaranteedRef { $0.get() }
    }
  }

  private static func makeReference() -> UInt {
    let local = UInt(bitPattern: Unmanaged.passUnretained(address).toOpaque())
    reference.store(local, ordering: .releasing)
    return local
  }
}

// MARK: - What is known here

extension Bound {
  /// What reads of a key from here have found, as ``ReadMemo`` knows it; zero if nobody knows.
  ///
  /// - Parameters:
  ///   - number: That of the key's record.
  ///   - record: Its address.
  @usableFromInline static func knownAnswer(to number: Int, at record: UInt) -> UInt {
    let frame = current
    if frame == 0 { return knownDefault(of: number, at: record) }
    return ReadMemo.answer(to: number, at: record, in: memo(ofFrameAt: frame))
  }

  /// What reads of a key outside every scope have found; zero if nobody knows.
  private static func knownDefault(of number: Int, at record: UInt) -> UInt {
    let frame = Outside.address
    if frame == 0 { return 0 }
    let answer = ReadMemo.answer(to: number, at: record, in: memo(ofFrameAt: frame))
    if answer != 0 { UniversalDefaults.insert(answer, ofKeyAt: record) }
    return answer
  }

  /// Whether reads start from the frame at an address: no user interface has published anything that comes
  /// before it.
  static func answersReads(at address: UInt) -> Bool {
    unsafeBitCast(address, to: Unmanaged<Frame>.self)._withUnsafeGuaranteedRef {
      $0.overrideCount > 0 || $0.gate.pointee.load(ordering: .acquiring) & RootGate.hasSubtrees == 0
    }
  }

  // Counting references to a scope that many tasks share would keep them waiting for each other.
  @inline(always) private static func memo(ofFrameAt address: UInt) -> UInt {
    unsafeBitCast(address, to: Unmanaged<Frame>.self)._withUnsafeGuaranteedRef {
      $0.knownMemo
    }
  }
}

extension Frame {
  /// What reads from here have found by now.
  final var knownMemo: UInt {
    @inline(always) get { memo.load(ordering: .acquiring) }
  }
}

extension Frame {
  /// The frame bound here; nil outside every scope.
  package static var bound: Frame? {
    let address = Bound.current
    return address == 0 ? nil : unsafeBitCast(address, to: Frame.self)
  }

  /// The frame that a read here starts from: the bound one, that of the test which runs here, or
  /// the bottom of the process.
  package static var current: Frame {
    bound ?? IssueSinks.ambientFrame() ?? DependencyRoot.process.bottom
  }

  @inlinable var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

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
  @inlinable @inline(always) package nonisolated(nonsending) static func bind<Result>(
    _ frame: Frame,
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await Bound.owner.withValue(frame) {
      try await Bound.address.withValue(frame.address, operation: operation)
    }
  }
}
