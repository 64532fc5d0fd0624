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
    /// How many roots, watchers and computations there are that forbid it.
    var objections = 0
    /// The keys whose default is universal now.
    var keys: [AnyKeyRecord] = []

    mutating func removeAll() {
      guard !keys.isEmpty else { return }
      for record in keys { record.universal.pointee.store(0, ordering: .releasing) }
      keys.removeAll(keepingCapacity: true)
    }
  }

  private static let state = Lock(State())
  // Written under the lock; read before it is taken, to see whether that is worth while.
  private static let isForbidden = Atomic<Bool>(false)

  /// Makes a default universal, if it can be.
  static func insert(_ value: Default, of record: AnyKeyRecord, from frame: Frame) {
    guard !isForbidden.load(ordering: .relaxed), record.mayBeUniversal.load(ordering: .relaxed),
      frame.root === DependencyRoot.process, !frame.isObserved,
      !ProcessContext.current.isTestProcess
    else { return }
    state.withLock { state in
      guard state.objections == 0, record.universal.pointee.load(ordering: .relaxed) == 0
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
    guard !isForbidden.load(ordering: .relaxed) else { return }
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
    state.withLock { state in
      state.objections += 1
      isForbidden.store(true, ordering: .relaxed)
      state.removeAll()
    }
  }

  static func allow() {
    state.withLock { state in
      state.objections -= 1
      isForbidden.store(state.objections > 0, ordering: .relaxed)
    }
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
    isBuiltOnDefaults && OverriddenKeys.among(basis.defaults).isEmpty
  }
}
