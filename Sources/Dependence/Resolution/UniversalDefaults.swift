import Synchronization

/// Defaults that answer every read of their key, wherever in the process it stands: an app reads most of
/// its dependencies this way, with one load.
///
/// A key's default is universal while nothing has ever overridden the key, or another one that was read
/// while the default was computed; while there is no root but that of the process; while nobody watches
/// reads; and while no default is being computed, because such a computation has to notice what it
/// reads. Where one of these ends, all defaults stop being universal, and become so again one by one, as
/// they are read.
enum UniversalDefaults {
  private struct State: Sendable {
    /// The keys whose default is universal now.
    var keys: [AnyKeyRecord] = []

    mutating func removeAll() {
      guard !keys.isEmpty else { return }
      for record in keys { record.universal.pointee.store(0, ordering: .releasing) }
      keys.removeAll(keepingCapacity: true)
    }
  }

  private static let state = Lock(State())
  /// How many roots, watchers and computations there are that forbid it. Changes from and to none under
  /// the lock.
  private static let objections = Atomic<Int>(0)

  /// Makes a default universal, if it can be.
  static func insert(_ value: Default, of record: AnyKeyRecord, from frame: Frame) {
    guard objections.load(ordering: .relaxed) == 0, record.mayBeUniversal.load(ordering: .relaxed),
      frame.root === DependencyRoot.process, !frame.isObserved,
      !ProcessContext.current.isTestProcess
    else { return }
    state.withLock { state in
      guard objections.load(ordering: .relaxed) == 0,
        record.universal.pointee.load(ordering: .relaxed) == 0
      else { return }
      guard record.overrideSlot < 0, value.isFreeOfOverriddenKeys else {
        // What was overridden once may be so again.
        return record.mayBeUniversal.store(false, ordering: .relaxed)
      }
      // The process root keeps the default for good.
      let address = UInt(bitPattern: Unmanaged.passUnretained(value).toOpaque())
      record.universal.pointee.store(address, ordering: .releasing)
      state.keys.append(record)
    }
  }

  /// Makes a default universal again that was so before, or could not be when it was found.
  static func insert(_ answer: UInt, ofKeyAt address: UInt) {
    guard objections.load(ordering: .relaxed) == 0 else { return }
    let record = unsafeBitCast(address, to: Unmanaged<AnyKeyRecord>.self)
    guard record._withUnsafeGuaranteedRef({ $0.mayBeUniversal.load(ordering: .relaxed) })
    else { return }
    // Outside every scope there are no overrides.
    insert(
      unsafeBitCast(answer, to: Default.self),
      of: record.takeUnretainedValue(),
      from: DependencyRoot.process.bottom
    )
  }

  /// Ends what is universal, until a matching ``allow()``.
  static func forbid() {
    guard !changeObjections(by: 1, above: 0) else { return }
    state.withLock { state in
      state.removeAll()
      // After it: whoever sees the objection does without the lock, and must find nothing universal.
      objections.add(1, ordering: .releasing)
    }
  }

  static func allow() {
    guard !changeObjections(by: -1, above: 1) else { return }
    state.withLock { _ in _ = objections.subtract(1, ordering: .relaxed) }
  }

  /// Without the lock, where objections remain that somebody else has.
  ///
  /// - Returns: Whether it is done; not so if there were no more than `least`.
  private static func changeObjections(by difference: Int, above least: Int) -> Bool {
    var count = objections.load(ordering: .relaxed)
    while count > least {
      let (isDone, current) = objections.weakCompareExchange(
        expected: count,
        desired: count + difference,
        ordering: .acquiringAndReleasing
      )
      if isDone { return true }
      count = current
    }
    return false
  }

  /// Gives a key, which is about to be overridden for the first time, its place in the tables of overrides.
  static func assignOverrideSlot(_ assign: () -> Void) {
    state.withLock { state in
      state.removeAll()
      assign()
    }
  }
}

extension Default {
  /// Whether no key that was read while the default was computed has been overridden in this process.
  fileprivate var isFreeOfOverriddenKeys: Bool {
    isBuiltOnDefaults && !OverriddenKeys.contain(anyOf: basis.defaults)
  }
}
