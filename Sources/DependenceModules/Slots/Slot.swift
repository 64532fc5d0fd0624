import Dependence
import Synchronization

/// An object that represents one dependency, identified by a type, a type and a name, or a property
/// of ``Dependencies``.
///
/// The process has exactly one such object for each dependency, and never deallocates it.
///
/// This class is `@unchecked Sendable` because the compiler cannot verify the conformance of a
/// class with subclasses. Apart from an atomic and a dictionary protected by a lock, its state does
/// not change after initialization.
class Slot: @unchecked Sendable {
  let identity: SlotIdentity
  /// A number that identifies the dependency. Numbers are assigned in the order that dependencies
  /// are first used in the process.
  let id = Slots.nextID()
  /// The key under which a scope, an app or a test case stores this dependency's registration,
  /// which contains the factory that creates the value.
  ///
  /// Cached instances depend on this key's value, so a scope with a different registration gets its
  /// own instances of this dependency and of the dependencies created from it. All other instances
  /// are shared with the enclosing scope.
  let registration: KeyRecord<Bound>
  /// The registration that is used if no module registers the dependency. It calls the getter of
  /// the property that identifies the dependency, or is `nil` if a type identifies the dependency.
  let own: (any AnyRegistration)?
  /// Whether any registration of this dependency has ever had a lifetime other than `.singleton`.
  /// If so, each read must check whether the instance's lifetime has ended.
  fileprivate let hasLifetime = Atomic<Bool>(false)

  init(_ identity: SlotIdentity, own: (any AnyRegistration)?) {
    self.identity = identity
    self.own = own
    registration = KeyRecord(label: identity)
  }

  var name: String { identity.name }

  // The subclass `TypedSlot` overrides the following methods, because their implementations need
  // the value's type.

  func touch(from frame: Frame, at site: SourceSite) {}
  /// Returns the reason that this dependency, or one that its factory receives as an argument,
  /// cannot be read. Returns `nil` if no reason is known without running a factory.
  ///
  /// - Parameter visited: The dependencies visited so far, which are skipped.
  func obstacle(from frame: Frame, visited: inout Set<Slot>) -> ModuleProblem? { nil }
  /// Creates the values of all dependencies that this dependency's factory receives as arguments,
  /// if their factories are asynchronous. Then creates this dependency's value if its own factory
  /// is asynchronous.
  ///
  /// - Parameters:
  ///   - chain: The dependencies whose creation requires this one, used to find cycles. Each of
  ///     them needs the next, and the last one needs this dependency.
  ///   - ready: The dependencies visited so far. They are skipped, because otherwise a dependency
  ///     would be visited once for each path that leads to it.
  nonisolated(nonsending) func makeReady(
    from frame: Frame,
    at site: SourceSite,
    through chain: [Slot],
    ready: inout Set<Slot>
  ) async throws {}
}

extension Slot: Hashable {
  static func == (left: Slot, right: Slot) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - Registrations

extension Slot {
  /// The source location where the dependency is registered for the whole process, or `nil` if it
  /// is registered only in tests or not at all.
  var siteInProcess: SourceSite? {
    DependencyRoot.process.bottom.prepared(registration)?.registration.site
  }

  /// Stores a registration of this dependency in `values`, so that reads in the scope of `values`
  /// use the registration's factory.
  func install(_ registration: any AnyRegistration, in values: inout DependencyValues) {
    let generation = self.generation(from: values.frame)
    if registration.lifetime != .singleton,
      !hasLifetime.exchange(true, ordering: .acquiringAndReleasing)
    {
      // Property wrappers that skip the getter and read the dependency's key directly would ignore
      // the lifetime, so make them call the getter again.
      ReadSite.forgetLabeledKeys()
    }
    values.bind(self.registration, to: Bound(registration: registration, generation: generation))
  }

  func bound(in frame: Frame) -> (any AnyRegistration)? { frame.bound(registration)?.registration }

  /// Returns the registration that provides the value in the scope of `frame`, or `nil` if the
  /// dependency is not registered.
  ///
  /// - Parameter isInput: Whether to record that a value that is being computed depends on the
  ///   registration.
  func registered(from frame: Frame, isInput: Bool = true) -> (any AnyRegistration)? {
    source(in: generation(from: frame), from: frame, isUsed: false, isInput: isInput)
  }

  /// Returns the registration that provides the value in a generation (the period between two
  /// overrides or resets), or `nil` if the dependency is not registered.
  ///
  /// - Parameters:
  ///   - isUsed: Whether the value will be used. If so, a later call to `prepareDependencies` or
  ///     `build()` can no longer register the dependency.
  ///   - isInput: Whether to record that a value that is being computed depends on the
  ///     registration.
  func source(
    in generation: Int,
    from frame: Frame,
    isUsed: Bool = true,
    isInput: Bool = true
  ) -> (any AnyRegistration)? {
    // Look up the scope's registration even if an override takes precedence over it, because the
    // lookup also records that the value being computed depends on the registration.
    let bound = frame.bound(registration, isInput: isInput)
    let registered = bound ?? frame.prepared(registration, marksRead: isUsed)
    // An override for the whole app or test takes precedence over modules for the whole app or
    // test, even if they are installed later. A registration in a scope takes precedence over the
    // override if the scope is entered after the override.
    guard let override = self.override(at: generation, from: frame),
      override.generation > bound?.generation ?? 0
    else { return registered?.registration ?? own }
    return override.registration
  }
}

final class TypedSlot<Value: Sendable>: Slot, @unchecked Sendable {
  // This class is `@unchecked Sendable` because `path` and `key` are variables. Sharing them is
  // safe because they are assigned only in the initializer.
  private(set) var path: (any KeyPath<DependencyValues, Value> & Sendable)!
  /// A key whose default value is this dependency's value, as long as the dependency has not been
  /// overridden or reset for a whole app or test. Property wrappers read this key instead of
  /// calling a getter if ``isPlain`` is `true`.
  private(set) var key: KeyRecord<Value>!
  private let later = Lock<[Int: DefaultProvider]>([:])

  override init(_ identity: SlotIdentity, own: (any AnyRegistration)? = nil) {
    super.init(identity, own: own)
    path = \DependencyValues.[slot: self]
    key = KeyRecord(label: identity) { [unowned self] in make(at: 0) }
    Slots.note(path, to: self)
  }

  /// Returns the object under which the cache stores the dependency's value for one generation. A
  /// generation is the period between two overrides or resets (see ``GenerationTable``).
  ///
  /// - Parameter hasLifetime: Whether the dependency has a lifetime other than `.singleton`. If so,
  ///   its value is stored in a ``KeptInstance``, which checks whether the lifetime has ended.
  func product(at generation: Int, hasLifetime: Bool = false) -> DefaultProvider {
    if generation == 0, !hasLifetime { return key }
    let index = hasLifetime ? ~generation : generation
    return later.withLock { later -> DefaultProvider in
      if let product = later[index] { return product }
      let name = { @Sendable [identity] in identity.name }
      later[index] =
        hasLifetime
        ? Product(named: name) { [unowned self] in makeKept(at: generation) }
        : Product(named: name) { [unowned self] in make(at: generation) }
      return later[index]!
    }
  }

  private func makeKept(at generation: Int) -> KeptInstance<Value> {
    let lifetime = source(in: generation, from: .current)?.lifetime ?? .singleton
    return KeptInstance(make(at: generation), lifetime: lifetime)
  }

  /// Returns the lifetime of the value in a generation (the period between two overrides or
  /// resets), or `nil` if the value is a singleton.
  func lifetime(in generation: Int, from frame: Frame) -> DependencyLifetime? {
    guard hasLifetime.load(ordering: .acquiring),
      let lifetime = source(in: generation, from: frame)?.lifetime, lifetime != .singleton
    else { return nil }
    // A rehearsal (a trial run of a factory) ignores the lifetime `.timeToLive`, because a
    // rehearsal has no clock and ends before a value could expire.
    if case .timeToLive = lifetime, Rehearsal.here != nil { return nil }
    return lifetime
  }

  /// Whether property wrappers may read ``key`` directly instead of calling a getter.
  ///
  /// This is no longer allowed after an event that only the getter takes into account: the
  /// dependency has been registered with a lifetime other than `.singleton`, a factory has been run
  /// for validation, or any dependency has been overridden or reset for a whole app or test.
  var isPlain: Bool {
    Generations.areAllFirst && !Rehearsal.hasAnyRun && !hasLifetime.load(ordering: .acquiring)
  }

  override func touch(from frame: Frame, at site: SourceSite) {
    _ = read(from: frame, at: .written(site))
  }

  override func obstacle(from frame: Frame, visited: inout Set<Slot>) -> ModuleProblem? {
    guard visited.insert(self).inserted else { return nil }
    let generation = self.generation(from: frame)
    guard let source = source(in: generation, from: frame, isUsed: false)
    else { return .unregistered(self) }
    guard source.isAsynchronous || !source.needs.isEmpty,
      (frame.knownValue(of: product(at: generation)) as Value?) == nil
    else { return nil }
    if source.isAsynchronous { return unmade }
    for need in source.needs {
      if let obstacle = need.obstacle(from: frame, visited: &visited) { return obstacle }
    }
    return nil
  }

  override nonisolated(nonsending) func makeReady(
    from frame: Frame,
    at site: SourceSite,
    through chain: [Slot],
    ready: inout Set<Slot>
  ) async throws {
    guard !ready.contains(self) else { return }
    if let start = chain.firstIndex(of: self) {
      throw ModuleProblem.cycle(chain[start...] + [self]).report(at: site, from: frame)
    }
    defer { ready.insert(self) }
    for _ in 0..<Generations.maximumAttempts {
      let generation = self.generation(from: frame)
      guard let source = source(in: generation, from: frame) else { return }
      for need in source.needs {
        try await need.makeReady(from: frame, at: site, through: chain + [self], ready: &ready)
      }
      guard source.isAsynchronous else { return }
      let product = product(at: generation)
      if (frame.knownValue(of: product) as Value?) == nil {
        try await FactoryRuns.run(
          self,
          for: product,
          by: source,
          through: chain,
          from: frame,
          at: site,
          isCreated: { (frame.knownValue(of: product) as Value?) != nil }
        ) {
          // Another call to the factory may have created the value since the check above, so check
          // again before calling the factory.
          guard (frame.knownValue(of: product) as Value?) == nil else { return }
          try await frame.makeValue(of: product, readAt: .written(site)) {
            try await self.makeAsynchronously(at: generation)
          }
        }
      }
      // Stop only if the new value is valid in this scope and the dependency has not been
      // overridden in the meantime. Otherwise, create the value again.
      if self.generation(from: frame) == generation,
        (frame.knownValue(of: product) as Value?) != nil
      {
        return
      }
      // On the next attempt, revisit all dependencies that this one needs, because they may have
      // been overridden or reset as well.
      ready = []
    }
    reportEndlessReset(from: frame, at: site)
  }
}

extension DependencyValues {
  /// The value of a dependency that modules can register. Property wrappers such as `@Inject` read
  /// the value through a key path to this subscript.
  subscript<Value>(slot slot: TypedSlot<Value>) -> Value {
    let location = readerLocation ?? .unknown
    return slot.read(
      from: slot.source(from: frame, at: location),
      at: location,
      isPartOfAssignment: isPartOfAssignment
    )
  }

  /// The value of the dependency registered for the optional type `Value?` or, if there is none,
  /// for `Value`. The value is `nil` if neither type is registered.
  subscript<Value>(slot slot: TypedSlot<Value?>, orOf wrapped: TypedSlot<Value>) -> Value? {
    let location = readerLocation ?? .unknown
    func value<Registered>(of slot: TypedSlot<Registered>, isLast: Bool) -> Registered? {
      slot.valueIfRegistered(
        from: slot.source(from: frame, at: location),
        at: location.site ?? .unknown,
        noticesAbsence: isLast
      )
    }
    return value(of: slot, isLast: false) ?? value(of: wrapped, isLast: true)
  }
}
