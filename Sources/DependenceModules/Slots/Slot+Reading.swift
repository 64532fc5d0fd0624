import Dependence

extension TypedSlot {
  /// Returns the dependency's value in the scope of `frame`, creating it if necessary.
  ///
  /// If there is no value to return, for example because the dependency is not registered, this
  /// method reports an issue and traps.
  func read(from frame: Frame, at location: ReadLocation, isPartOfAssignment: Bool = false) -> Value
  {
    ProcessContext.reportConfigurationErrorOnce(from: frame)
    if Rehearsal.hasAnyRun { Rehearsal.willRead(self, at: location.site ?? .unknown) }
    if !DependencyValues(over: frame).isEmpty,
      case .value(let value)? = bound(in: frame).map(typed)?.making
    {
      frame.noticeRead(
        of: registration,
        from: .override,
        at: location,
        isPartOfAssignment: isPartOfAssignment
      )
      return value()
    }
    var attempts = 0
    while true {
      let generation = self.generation(from: frame)
      let value: Value =
        if let lifetime = lifetime(in: generation, from: frame) {
          frame.instance(of: product(at: generation, hasLifetime: true), lifetime, readAt: location)
        } else {
          // Each generation of the dependency (the period between two overrides or resets) has its
          // own cached value, so the value returned here belongs to `generation`.
          frame.value(of: product(at: generation), readAt: location)
        }
      // If the dependency was overridden while the value was being created, the value is outdated,
      // so read it again.
      if self.generation(from: frame) != generation {
        attempts += 1
        if attempts < Generations.maximumAttempts { continue }
        reportEndlessReset(from: frame, at: location.site ?? .unknown)
      }
      frame.noticeRead(
        of: registration,
        from: readSource(in: generation, from: frame),
        at: location,
        isPartOfAssignment: isPartOfAssignment
      )
      return value
    }
  }

  /// Creates the dependency's value for the given generation (a period between two overrides or
  /// resets). The cache calls this method to compute the value.
  func make(at generation: Int) -> Value {
    let frame = Frame.current
    // All registrations of a dependency have the same value type, so the unchecked cast in `typed`
    // is safe.
    guard let source = source(in: generation, from: frame).map(typed) else {
      ModuleProblem.unregistered(self).trap(from: frame)
    }
    if source === own, frame.context == .live { LaunchedProcesses.noteLiveDefault(of: key) }
    switch source.making {
    case .value(let value): return value()
    case .sync(let make): return RunningFactory.enter(self, source, make)
    case .async: unmade.trap(from: frame)
    }
  }

  /// Creates the dependency's value for the given generation (a period between two overrides or
  /// resets), awaiting the factory if it is asynchronous.
  nonisolated(nonsending) func makeAsynchronously(at generation: Int) async throws -> Value {
    // Look up the registration while the value is being computed, so that the cache records that
    // the value depends on the registration.
    let source = source(in: generation, from: .current).map(typed)
    guard case .async(let make)? = source?.making else { return make(at: generation) }
    return try await make()
  }

  /// Reports that the dependency was overridden or reset during each attempt to create its value.
  func reportEndlessReset(from frame: Frame, at site: SourceSite) {
    IssuePath.deliver(DependencyIssue(ModuleMessages.endlessReset(self), at: site), from: frame)
  }

  private func typed(_ registration: any AnyRegistration) -> Registration<Value> {
    unsafeDowncast(registration, to: Registration<Value>.self)
  }

  /// The reason that the value of this dependency, whose factory is asynchronous, does not exist
  /// yet. Either the factory has not been awaited, or it is running and reads its own result, which
  /// is a cycle.
  var unmade: ModuleProblem {
    guard FactoryRuns.current?.slot === self else { return .notAwaited(self) }
    return .cycle([self] + (RunningFactory.current?.chain ?? []) + [self])
  }

  /// Returns the origin of the dependency's value, for observers that are notified of reads. A
  /// value from a module registered in a scope counts as an override.
  private func readSource(in generation: Int, from frame: Frame) -> DependencyRead.Source {
    let override = self.override(at: generation, from: frame)
    if override != nil || bound(in: frame) != nil { return .override }
    return frame.prepared(registration) == nil ? .default : .prepared
  }
}

// MARK: - Inheriting scopes

extension TypedSlot {
  /// Returns the frame that code in the scope of `frame` must read the dependency from. This is
  /// `frame` itself unless a property wrapper with `resolve: .inherited` reads the dependency.
  func source(from frame: Frame, at location: ReadLocation) -> Frame {
    frame.source(of: registration) { owner in
      let generation = self.generation(from: owner)
      let lifetime = self.lifetime(in: generation, from: owner)
      guard lifetime != .transient, obstacle(from: owner) == nil else { return nil }
      return owner.root.cache.value(
        for: product(at: generation, hasLifetime: lifetime != nil),
        from: owner,
        readAt: location,
        keepsProvider: lifetime != nil
      )
    }
  }
}

// MARK: - Reading with errors

extension TypedSlot {
  /// Returns the dependency's value in the scope of `frame`.
  ///
  /// - Throws: ``ModuleError`` if there is no value to return. The error is also reported as an
  ///   issue.
  func resolve(from frame: Frame = .readable, at site: SourceSite) throws -> Value {
    if let obstacle = obstacle(from: frame) { throw obstacle.report(at: site, from: frame) }
    return read(from: frame, at: .written(site))
  }

  /// Returns the dependency's value in the current scope. If its factory is asynchronous, this
  /// method waits for the factory to return.
  ///
  /// - Throws: The factory's error, or ``ModuleError``, which is also reported as an issue.
  nonisolated(nonsending) func await(at site: SourceSite) async throws -> Value {
    let frame = Frame.readable
    var ready: Set<Slot> = []
    try await makeReady(from: frame, at: site, through: [], ready: &ready)
    return try resolve(from: frame, at: site)
  }

  /// Returns the dependency's value in the scope of `frame`, or `nil` if no factory is registered.
  /// If the factory is asynchronous and has not been awaited, this method reports an issue and
  /// returns `nil`.
  ///
  /// - Parameter noticesAbsence: Whether a read of an unregistered dependency notifies observers
  ///   and, if the test has already ended, is reported as an issue.
  func valueIfRegistered(
    from frame: Frame = .readable,
    at site: SourceSite,
    noticesAbsence: Bool = true
  ) -> Value? {
    let generation = self.generation(from: frame)
    guard source(in: generation, from: frame) != nil else {
      if noticesAbsence { frame.noticeRead(of: registration, from: .default, at: .written(site)) }
      return nil
    }
    return try? resolve(from: frame, at: site)
  }

  /// Returns the reason that the value cannot be read, or `nil` if no reason is known without
  /// running the factory. Even if the result is `nil`, the read can still fail, because a factory
  /// may read an unregistered dependency in its body.
  private func obstacle(from frame: Frame) -> ModuleProblem? {
    var visited: Set<Slot> = []
    return obstacle(from: frame, visited: &visited)
  }
}

/// A factory that is running in the current task. These objects form a linked list of nested calls:
/// `outer` is the factory that needs this factory's result and is therefore also running.
final class RunningFactory: Sendable {
  @TaskLocal static var current: RunningFactory?

  let slot: Slot
  private let outer: RunningFactory?

  private init(_ slot: Slot, in outer: RunningFactory?) { (self.slot, self.outer) = (slot, outer) }

  static func enter<Value>(
    _ slot: Slot,
    _ registration: any AnyRegistration,
    _ make: () -> Value
  ) -> Value {
    // The running factory is recorded to find cycles and to make `forwarding(for:)` work. To save
    // time, it is recorded only where it may be needed: in a property's getter and in an
    // asynchronous factory. After a factory has been run for validation, it is recorded everywhere.
    guard registration === slot.own || FactoryRun.current != nil || Rehearsal.hasAnyRun
    else { return make() }
    Rehearsal.willMake(slot, by: registration)
    let value = $current.withValue(RunningFactory(slot, in: current), operation: make)
    Rehearsal.didMake(slot, by: registration)
    return value
  }

  var chain: [Slot] { (outer?.chain ?? []) + [slot] }
}
