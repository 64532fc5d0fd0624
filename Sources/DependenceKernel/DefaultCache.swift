import Synchronization

/// A cache of default values. There is one cache for the process, one for each test case and one
/// for each `Lazy`.
///
/// While the cache's lock is held, no user code runs and no user value is released. Otherwise, a
/// user's `deinit`, for example, could read a dependency and deadlock on the same lock.
package final class DefaultCache: Sendable {
  /// The cached default values of one dependency: a key, a `Lazy`, or a dependency registered by a
  /// module. The class is `@unchecked Sendable` because it is accessed only while the cache's lock
  /// is held.
  private final class Entry: @unchecked Sendable {
    /// The value installed by `prepareDependencies`, or `nil` if there is none.
    var prepared: Default?
    /// The cached default values.
    var computed = ComputedDefaults()
    /// The number of default values ever added to this entry. A thread that has checked all cached
    /// values remembers this number, and checks again only once the number has grown.
    var additions = 0
    /// The running computation of a default value for this dependency, or `nil` if none is running.
    var computation: Computation?
    /// The object that computes this entry's values, if this cache must keep that object alive. For
    /// a key, for example, this is `nil`, because the key's metadata record computes the values and
    /// is never deallocated.
    var provider: DefaultProvider?
    /// Whether the dependency has been read. If so, `prepareDependencies` can no longer install a
    /// value for it.
    var isRead = false
    var isFlawReported = false
  }

  /// The cached default values of one dependency. A dependency can have several, because its
  /// default value can depend on overrides. Most dependencies have only one, which is stored
  /// outside the array, so that no array is allocated for them.
  private struct ComputedDefaults: Sequence, Sendable {
    private var first: Default?
    private var others: [Default] = []

    var isEmpty: Bool { first == nil }

    func makeIterator() -> some IteratorProtocol<Default> {
      sequence(state: (first, others[...])) { state in
        defer { state.0 = state.1.popFirst() }
        return state.0
      }
    }

    mutating func append(_ default: Default) {
      if first == nil { first = `default` } else { others.append(`default`) }
    }

    mutating func removeAll(where shouldBeRemoved: (Default) -> Bool) {
      others.removeAll(where: shouldBeRemoved)
      if let first, shouldBeRemoved(first) { self.first = others.popLast() }
    }
  }

  /// The cached values of all dependencies.
  private struct EntryTable {
    /// All entries, keyed by the identity of their dependency's ``DefaultProvider``.
    private(set) var all: [ObjectIdentifier: Entry] = [:]
    /// The entries whose default values depend on an override, keyed by the override's identity.
    /// Each array contains an entry once per default value that depends on the override.
    private var byAnchor: [ObjectIdentifier: [Entry]] = [:]

    mutating func findOrInsert(_ id: ObjectIdentifier) -> Entry {
      if let known = all[id] { return known }
      let entry = Entry()
      all[id] = entry
      return entry
    }

    mutating func add(_ default: Default, to entry: Entry) {
      entry.computed.append(`default`)
      entry.additions += 1
      guard let anchor = `default`.basis.anchor else { return }
      byAnchor[anchor.identity, default: []].append(entry)
    }

    mutating func remove(_ default: Default, from entry: Entry) {
      guard entry.computed.contains(where: { $0 === `default` }) else { return }
      entry.computed.removeAll { $0 === `default` }
      removeAnchor(of: `default`, in: entry)
    }

    /// Removes and returns an entry. The entry keeps its values, so that the caller can release them
    /// outside the lock.
    mutating func removeEntry(of id: ObjectIdentifier) -> Entry? {
      guard let entry = all.removeValue(forKey: id) else { return nil }
      for known in entry.computed { removeAnchor(of: known, in: entry) }
      return entry
    }

    private mutating func removeAnchor(of default: Default, in entry: Entry) {
      guard let anchor = `default`.basis.anchor?.identity,
        let position = byAnchor[anchor]?.firstIndex(where: { $0 === entry })
      else { return }
      byAnchor[anchor]?.remove(at: position)
    }

    mutating func removeEntriesOfUnusedProviders() -> [Entry] {
      let unused = all.filter { isKnownUniquelyReferenced(&$0.value.provider) }
      return unused.keys.compactMap { removeEntry(of: $0) }
    }

    mutating func removeComputed() -> [Default] {
      byAnchor = [:]
      return all.values.flatMap { entry in
        defer { entry.computed = ComputedDefaults() }
        return Array(entry.computed)
      }
    }

    /// Removes and returns all default values that depend on the override `anchor`.
    mutating func removeDefaults(builtOn anchor: ObjectIdentifier) -> [Default] {
      var removed: [Default] = []
      for entry in byAnchor.removeValue(forKey: anchor) ?? [] {
        removed += entry.computed.filter { $0.basis.anchor?.identity == anchor }
        entry.computed.removeAll { $0.basis.anchor?.identity == anchor }
      }
      return removed
    }
  }

  private let entries = Lock(EntryTable())
  // Whether `prepareDependencies` has installed a value. The flag is set before the first value is
  // installed and is never reset, so reads can check it without acquiring the lock.
  private let hasPrepared = Atomic<Bool>(false)

  package init() {}

  /// Runs `body` while holding this cache's lock, which also protects the state of running
  /// computations.
  func withLock<Result: Sendable>(_ body: () -> Result) -> Result {
    entries.withLock { _ in body() }
  }

  private func withEntry<Result: Sendable>(of provider: AnyObject, _ body: (Entry) -> Result)
    -> Result
  {
    entries.withLock { body($0.findOrInsert(ObjectIdentifier(provider))) }
  }

  private enum Finding: Sendable {
    case known(Default)
    /// The dependency's cached default values, which may or may not be valid in the reader's scope.
    /// `additions` is the number of default values ever cached for the dependency.
    case candidates(ComputedDefaults, additions: Int)
    case running(Computation)
    case begun(Computation, Entry)
  }

  /// Returns the default value of the dependency `provider` in the scope of `frame`, computing it
  /// if no valid value is cached. If `prepareDependencies` has installed a value, returns that
  /// value instead.
  ///
  /// If several threads need the same value, one of them computes it while the others wait.
  ///
  /// - Parameters:
  ///   - marksRead: Whether this read prevents `prepareDependencies` from replacing the value
  ///     later.
  ///   - keepsProvider: Whether the cache keeps `provider` alive.
  package func value(
    for provider: DefaultProvider,
    from frame: Frame,
    readAt location: ReadLocation,
    marksRead: Bool = true,
    keepsProvider: Bool = false
  ) -> Default {
    let surroundings = Computation.Surroundings(of: frame)
    // The number of defaults ever cached for this dependency (`additions`) when this thread last
    // found that none of them was valid in the scope. The thread checks the cached defaults again
    // only after another one has been added.
    var rejected = 0
    while true {
      let finding = withEntry(of: provider) { entry -> Finding in
        if marksRead { entry.isRead = true }
        if let prepared = entry.prepared { return .known(prepared) }
        if entry.additions != rejected, !entry.computed.isEmpty {
          return .candidates(entry.computed, additions: entry.additions)
        }
        if let running = entry.computation { return .running(running) }
        let computation = Computation(
          of: provider,
          over: frame,
          in: surroundings,
          readAt: location
        )
        entry.computation = computation
        if keepsProvider { entry.provider = provider }
        return .begun(computation, entry)
      }
      switch finding {
      case .known(let prepared): return prepared
      case .candidates(let candidates, let additions):
        // Call `holds(in:)` without holding this cache's lock, because that method may acquire the
        // same lock.
        if let valid = candidates.first(where: { $0.holds(in: frame) }) { return valid }
        rejected = additions
      case .running(let computation):
        if ComputingThreads.wait(for: computation, readAt: location) { continue }
        // The other thread needs a default that the current thread is computing, so waiting would
        // deadlock. Instead, compute the value on the current thread as well. This is not
        // necessarily a cycle of defaults, because the two threads may read from scopes with
        // different overrides. If there is a cycle in the current thread's scope, this thread
        // eventually reads a default that it is already computing, and that read reports the cycle.
        ComputingThreads.checkNesting(of: provider, readAt: location)
        let own = Computation(of: provider, over: frame, in: surroundings, readAt: location)
        return compute(own, for: withEntry(of: provider) { $0 })
      case .begun(let computation, let entry): return compute(computation, for: entry)
      }
    }
  }

  @inline(__always) private func compute(_ computation: Computation, for entry: Entry?) -> Default {
    ComputingThreads.begin(computation)
    let computed = computation.provider.makeDefault(in: computation)
    computation.seal(computed, isShared: entry != nil)
    computation.ownRoot.didProvide?(computation.provider, false) { computed }
    if let entry {
      entries.withLock { entries in
        entries.add(computed, to: entry)
        if entry.computation === computation { entry.computation = nil }
      }
    }
    ComputingThreads.end(computation)
    return computed
  }

  /// Computes the default value of the dependency `provider` for a single read. The value is not
  /// cached, so the next read computes another one.
  package func transientValue(
    for provider: DefaultProvider,
    from frame: Frame,
    readAt location: ReadLocation
  )
    -> Default
  {
    ComputingThreads.checkNesting(of: provider, readAt: location)
    return compute(
      Computation(of: provider, over: frame, in: .init(of: frame), readAt: location),
      for: nil
    )
  }

  /// Removes a cached default whose lifetime has ended, so that the next read computes a new one.
  package func remove(_ ended: Default, of provider: DefaultProvider) {
    entries.withLock { $0.remove(ended, from: $0.findOrInsert(ObjectIdentifier(provider))) }
  }

  /// Removes all computed default values. This frees values that have captured a scope, which would
  /// otherwise retain them through its root and this cache.
  func removeComputed() {
    let removed = entries.withLock { $0.removeComputed() }
    // Release the values outside the lock, because their deinitializers can run user code.
    withExtendedLifetime(removed) {}
  }

  /// Removes everything that is stored for providers that only this cache keeps alive, such as the
  /// provider of a `Lazy` that has been released. Nothing can request their values any longer.
  ///
  /// Call this method when a test ends. Otherwise, a provider whose function has captured a scope of
  /// the test would retain that scope, and therefore also the root and this cache.
  func forgetUnusedProviders() {
    let removed = entries.withLock { $0.removeEntriesOfUnusedProviders() }
    // Release the values outside the lock, because their deinitializers can run user code.
    withExtendedLifetime(removed) {}
  }

  /// Removes everything that is stored for providers that can no longer be used.
  package func forget(_ providers: [DefaultProvider]) {
    let removed = entries.withLock { entries in
      providers.compactMap { entries.removeEntry(of: ObjectIdentifier($0)) }
    }
    // Release the values outside the lock, because their deinitializers can run user code.
    withExtendedLifetime(removed) {}
  }

  /// Returns the cached default of `provider` that is valid in the scope of `frame`, or `nil` if
  /// there is none.
  package func known(_ provider: DefaultProvider, from frame: Frame) -> Default? {
    withEntry(of: provider) { $0.computed }.first { $0.holds(in: frame) }
  }

  /// Caches a default value that was computed by an asynchronous function.
  func insert(_ computed: Default, of provider: DefaultProvider) {
    entries.withLock { $0.add(computed, to: $0.findOrInsert(ObjectIdentifier(provider))) }
  }

  /// Returns `true` on the first call for `record`'s key and `false` on all later calls, so that a
  /// problem with a key's default value is reported only once per cache.
  package func takeFlawReport(of record: AnyKeyRecord) -> Bool {
    withEntry(of: record) { entry in
      defer { entry.isFlawReported = true }
      return !entry.isFlawReported
    }
  }

  /// Removes all defaults that depend on the override `frame`, which is being deallocated.
  ///
  /// - Complexity: O(*n*), where *n* is the number of cached values of the dependencies whose
  ///   defaults are removed.
  func evictDefaults(builtOn frame: Frame) {
    let evicted = entries.withLock { $0.removeDefaults(builtOn: ObjectIdentifier(frame)) }
    // Keep the values alive until the lock is released, because their `deinit` may read
    // dependencies, and reading requires the same lock.
    withExtendedLifetime(evicted) {}
  }
}

// MARK: - Preparing

extension DefaultCache {
  /// Returns the value that `prepareDependencies` has installed for a key, or `nil` if there is
  /// none.
  ///
  /// - Parameter marksRead: Whether this read prevents `prepareDependencies` from replacing the
  ///   value later.
  package func prepared(_ record: AnyKeyRecord, marksRead: Bool = false) -> Default? {
    guard marksRead || hasPrepared.load(ordering: .acquiring) else { return nil }
    return withEntry(of: record) { entry in
      if marksRead { entry.isRead = true }
      return entry.prepared
    }
  }

  /// Installs values that take precedence over computed defaults. If any of the keys has already
  /// been read, nothing is installed.
  ///
  /// - Returns: The keys that have already been read. If there are none, all values were installed.
  package func prepare(_ values: [(record: AnyKeyRecord, value: Default)]) -> [AnyKeyRecord] {
    entries.withLock { entries in
      let read = values.map(\.record).filter { record in
        entries.all[ObjectIdentifier(record)]?.isRead == true
      }
      guard read.isEmpty else { return read }
      hasPrepared.store(true, ordering: .releasing)
      for (record, value) in values {
        entries.findOrInsert(ObjectIdentifier(record)).prepared = value
      }
      return []
    }
  }

  /// Copies the values that `prepareDependencies` has installed in `other` into this cache. The
  /// caller must ensure that no value has been read from this cache yet.
  package func prepare(as other: DefaultCache) {
    let prepared = other.entries.withLock { $0.all.compactMapValues(\.prepared) }
    hasPrepared.store(true, ordering: .releasing)
    entries.withLock { entries in
      for (id, value) in prepared { entries.findOrInsert(id).prepared = value }
    }
  }
}
