import Dependence

extension TypedSlot {
  /// Returns the value of the dependency in the scope of `frame`, and creates it if necessary.
  ///
  /// Reports an issue and traps if there is no value to return: see ``obstacle(from:)``.
  func read(from frame: Frame, at location: ReadLocation, isPartOfAssignment: Bool = false) -> Value
  {
    ProcessContext.reportConfigurationErrorOnce(from: frame)
    if Rehearsal.isAnyRunning { Rehearsal.willRead(self, at: location.site ?? .unknown) }
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
    while true {
      let generation = self.generation(from: frame)
      let value: Value =
        if let lifetime = lifetime(in: generation, from: frame) {
          frame.instance(of: product(at: generation, hasLifetime: true), lifetime, readAt: location)
        } else {
          // Each generation is cached separately, so the result belongs to `generation`.
          frame.value(of: product(at: generation), readAt: location)
        }
      // The read is repeated if an override was installed while the value was being created.
      guard self.generation(from: frame) == generation else { continue }
      frame.noticeRead(
        of: registration,
        from: readSource(in: generation, from: frame),
        at: location,
        isPartOfAssignment: isPartOfAssignment
      )
      return value
    }
  }

  /// Creates the value of a generation. Called while the value is being computed for the cache.
  func make(at generation: Int) -> Value {
    let frame = Frame.current
    // All registrations of a slot have the same value type, so the cast is safe.
    guard let source = source(in: generation, from: frame).map(typed) else {
      ModuleProblem.unregistered(self).trap(from: frame)
    }
    switch source.making {
    case .value(let value): return value()
    case .sync(let make): return RunningFactory.enter(self, source, make)
    case .async: unmade.trap(from: frame)
    }
  }

  /// Creates the value of a generation with an asynchronous factory, if there is one.
  nonisolated(nonsending) func makeAsynchronously(at generation: Int) async throws -> Value {
    // The registration is looked up inside the computation, which makes the value depend on it.
    let source = source(in: generation, from: .current).map(typed)
    guard case .async(let make)? = source?.making else { return make(at: generation) }
    return try await make()
  }

  private func typed(_ registration: any AnyRegistration) -> Registration<Value> {
    unsafeDowncast(registration, to: Registration<Value>.self)
  }

  /// The reason why an asynchronous value is missing: its factory was not awaited, or needs itself.
  private var unmade: ModuleProblem {
    guard FactoryRun.current?.slot === self else { return .notAwaited(self) }
    return .cycle([self] + (RunningFactory.current?.chain ?? []) + [self])
  }

  /// Returns the origin of a value, for observers of reads. A module that a scope registers counts
  /// as an override.
  private func readSource(in generation: Int, from frame: Frame) -> DependencyRead.Source {
    let override = self.override(at: generation, from: frame)
    if override != nil || bound(in: frame) != nil { return .override }
    return frame.prepared(registration) == nil ? .default : .prepared
  }
}

// MARK: - Reading with errors

extension TypedSlot {
  /// Returns the value in the scope of `frame`.
  ///
  /// - Throws: ``ModuleError``, which is also reported as an issue, if there is no value to return.
  func resolve(from frame: Frame = .readable, at site: SourceSite) throws -> Value {
    if let obstacle = obstacle(from: frame) { throw obstacle.report(at: site, from: frame) }
    return read(from: frame, at: .written(site))
  }

  /// Returns the value in the current scope. Waits for its factory if the factory is asynchronous.
  ///
  /// - Throws: ``ModuleError``, which is also reported as an issue, or the error of a factory.
  nonisolated(nonsending) func await(at site: SourceSite) async throws -> Value {
    let frame = Frame.readable
    try await makeReady(from: frame, at: site, through: [])
    return try resolve(from: frame, at: site)
  }

  /// Returns the value in the scope of `frame`, or `nil` if no factory is registered. If an
  /// asynchronous factory has not been awaited, this method also reports an issue.
  func valueIfRegistered(from frame: Frame = .readable, at site: SourceSite) -> Value? {
    let generation = self.generation(from: frame)
    guard source(in: generation, from: frame) != nil else { return nil }
    return try? resolve(from: frame, at: site)
  }

  /// Returns the reason why the value cannot be read, or `nil` if the value can be read.
  private func obstacle(from frame: Frame) -> ModuleProblem? {
    let generation = self.generation(from: frame)
    guard let source = source(in: generation, from: frame, isUsed: false)
    else { return .unregistered(self) }
    guard source.isAsynchronous,
      (frame.knownValue(of: product(at: generation)) as Value?) == nil
    else { return nil }
    return unmade
  }
}

/// The factory that runs in the current task, with a link to the factory that needs its value.
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
    // The running factory is recorded only for rehearsals, cycle checks and getters, to save time.
    guard registration === slot.own || FactoryRun.current != nil || Rehearsal.isAnyRunning
    else { return make() }
    Rehearsal.willMake(slot, by: registration)
    return $current.withValue(RunningFactory(slot, in: current), operation: make)
  }

  var chain: [Slot] { (outer?.chain ?? []) + [slot] }
}
