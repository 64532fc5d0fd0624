import Dependence

extension TypedSlot {
  /// The value, as seen from `frame`: what is bound in the scope, or what the registration makes.
  ///
  /// Where nothing makes one, that is a reported issue and a trap: see ``obstacle(from:)``.
  func read(from frame: Frame, at place: ReadPlace, isConfiguring: Bool = false) -> Value {
    ProcessContext.reportMistakeOnce(from: frame)
    if Rehearsal.isAnyRunning { Rehearsal.willRead(self, at: place.site ?? .unknown) }
    if !DependencyValues(over: frame).isEmpty,
      case .value(let value)? = bound(in: frame).map(typed)?.making
    {
      frame.noticeRead(of: registration, from: .override, at: place, isConfiguring: isConfiguring)
      return value()
    }
    while true {
      let generation = self.generation(from: frame)
      let value: Value =
        if let lifetime = lifetime(in: generation, from: frame) {
          frame.instance(of: product(at: generation, hasLifetime: true), lifetime, readAt: place)
        } else {
          // A value of a later generation is never asked for there.
          frame.value(of: product(at: generation), readAt: place)
        }
      // An override that came while the value was made is not shadowed by that value.
      guard self.generation(from: frame) == generation else { continue }
      frame.noticeRead(
        of: registration,
        from: readSource(in: generation, from: frame),
        at: place,
        isConfiguring: isConfiguring
      )
      return value
    }
  }

  /// Makes the value of a generation, in the scope of a default that is being computed.
  func make(at generation: Int) -> Value {
    let frame = Frame.current
    // A slot only accepts registrations of its own type.
    guard let source = source(in: generation, from: frame).map(typed) else {
      ModuleProblem.unregistered(self).trap(from: frame)
    }
    switch source.making {
    case .value(let value): return value()
    case .sync(let make): return Building.enter(self, source, make)
    case .async: unmade.trap(from: frame)
    }
  }

  /// Makes the value of a generation, in the scope of a default that is being computed.
  nonisolated(nonsending) func makeAsynchronously(at generation: Int) async throws -> Value {
    // Asked again, here: the value depends on what made it.
    let source = source(in: generation, from: .current).map(typed)
    guard case .async(let make)? = source?.making else { return make(at: generation) }
    return try await make()
  }

  private func typed(_ registration: any AnyRegistration) -> Registration<Value> {
    unsafeDowncast(registration, to: Registration<Value>.self)
  }

  /// The reason why an asynchronous value is not there: nobody has awaited it, or its own factory reads it.
  private var unmade: ModuleProblem {
    guard Flight.current?.slot === self else { return .madeAsynchronously(self) }
    return .cycle([self] + (Building.current?.chain ?? []) + [self])
  }

  /// The source of a read, for whoever watches. A module that somebody registered answers as an override does.
  private func readSource(in generation: Int, from frame: Frame) -> DependencyRead.Source {
    let override = self.override(at: generation, from: frame)
    if override != nil || bound(in: frame) != nil { return .override }
    return frame.prepared(registration) == nil ? .default : .prepared
  }
}

// MARK: - Where somebody can catch

extension TypedSlot {
  /// The value, as seen from `frame`.
  ///
  /// - Throws: ``ModuleError``, reported as well, if nothing makes the value.
  func resolve(from frame: Frame = .readable, at site: SourceSite) throws -> Value {
    if let obstacle = obstacle(from: frame) { throw obstacle.report(at: site, from: frame) }
    return read(from: frame, at: .written(site))
  }

  /// The value, as seen from here; made first, if that takes time.
  ///
  /// - Throws: ``ModuleError``, reported as well, and what factories throw.
  nonisolated(nonsending) func await(at site: SourceSite) async throws -> Value {
    let frame = Frame.readable
    try await makeReady(from: frame, at: site, through: [])
    return try resolve(from: frame, at: site)
  }

  /// The value, as seen from `frame`; nil if nothing is registered, and nil and an issue if it was not made
  /// yet.
  func valueIfRegistered(from frame: Frame = .readable, at site: SourceSite) -> Value? {
    let generation = self.generation(from: frame)
    guard source(in: generation, from: frame) != nil else { return nil }
    return try? resolve(from: frame, at: site)
  }

  /// The reason why the value cannot be read; nil if it can.
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

/// The factory that runs here, and those that wait for it.
final class Building: Sendable {
  @TaskLocal static var current: Building?

  let slot: Slot
  private let outer: Building?

  private init(_ slot: Slot, in outer: Building?) { (self.slot, self.outer) = (slot, outer) }

  static func enter<Value>(
    _ slot: Slot,
    _ registration: any AnyRegistration,
    _ make: () -> Value
  ) -> Value {
    // Asked for by a rehearsal, by a flight that may wait for itself, and by a property that is left to a module.
    guard registration === slot.own || Flight.current != nil || Rehearsal.isAnyRunning
    else { return make() }
    Rehearsal.willMake(slot, by: registration)
    return $current.withValue(Building(slot, in: current), operation: make)
  }

  var chain: [Slot] { (outer?.chain ?? []) + [slot] }
}
