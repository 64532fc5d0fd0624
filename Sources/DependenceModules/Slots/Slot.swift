import Dependence
import Synchronization

/// The place of one dependency: a type, a type and a name, or a property of ``Dependencies``.
///
/// There is one for each in the process, and it is never released.
class Slot: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant, but for
  // what a lock guards.

  let subject: SlotSubject
  /// Tells slots apart, in the order in which they were met.
  let number = Slots.nextNumber()
  /// The key of a registered module or value: an override, or a preparation.
  ///
  /// A value's default is made by what this says and so depends on exactly that: a scope that registers
  /// something else gets an instance of its own, and shares everything else.
  let registration: KeyRecord<Bound>
  /// The registration of the property that the slot stands for.
  let own: (any AnyRegistration)?
  /// Whether a registration has given the value a lifetime, so that each read has to look for an instance.
  fileprivate let hasLifetime = Atomic<Bool>(false)

  init(_ subject: SlotSubject, own: (any AnyRegistration)?) {
    self.subject = subject
    self.own = own
    registration = KeyRecord(label: subject)
  }

  var name: String { subject.name }

  // What needs to know the type of the value.

  func touch(from frame: Frame, at site: SourceSite) {}
  /// Makes the value, if it is made asynchronously, after everything asynchronous that it says it needs.
  nonisolated(nonsending) func makeReady(
    from frame: Frame,
    at site: SourceSite,
    through chain: [Slot]
  ) async throws {}
}

extension Slot: Hashable {
  static func == (left: Slot, right: Slot) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - Registrations

extension Slot {
  /// The line of its registration in the process.
  var siteInProcess: SourceSite? {
    DependencyRoot.process.bottom.prepared(registration)?.registration.site
  }

  /// Registers what makes its value.
  func install(_ registration: any AnyRegistration, in values: inout DependencyValues) {
    let generation = self.generation(from: values.frame)
    if registration.lifetime != .singleton,
      !hasLifetime.exchange(true, ordering: .acquiringAndReleasing)
    {
      // Places that have read the value as a singleton must look for an instance from now on.
      ReadSite.forgetLabelledKeys()
    }
    values.bind(self.registration, to: Bound(registration: registration, generation: generation))
  }

  func bound(in frame: Frame) -> (any AnyRegistration)? { frame.bound(registration)?.registration }

  /// The registration that would make its value, as seen from `frame`; nil without one.
  func registered(from frame: Frame) -> (any AnyRegistration)? {
    source(in: generation(from: frame), from: frame, isUsed: false)
  }

  /// The maker of the value in a generation.
  ///
  /// - Parameter isUsed: Whether the value is going to be made, or was: it is too late then to install
  ///   something else.
  func source(
    in generation: Int,
    from frame: Frame,
    isUsed: Bool = true
  ) -> (any AnyRegistration)? {
    // Looked at in any case: whoever is being made depends on it.
    let registered = frame.bound(registration) ?? frame.prepared(registration, marksRead: isUsed)
    guard let override = self.override(at: generation, from: frame),
      override.generation > registered?.generation ?? 0
    else { return registered?.registration ?? own }
    return override.registration
  }
}

final class TypedSlot<Value: Sendable>: Slot, @unchecked Sendable {
  // Both are written once, in the initializer.
  private(set) var path: (any KeyPath<DependencyValues, Value> & Sendable)!
  /// The key of the value. While every slot is in its first generation, a wrapper that reads the slot reads this key like
  /// any other one.
  private(set) var key: KeyRecord<Value>!
  private let later = Lock<[Int: Subject]>([:])

  override init(_ subject: SlotSubject, own: (any AnyRegistration)? = nil) {
    super.init(subject, own: own)
    path = \DependencyValues.[slot: self]
    key = KeyRecord(label: subject) { [unowned self] in make(at: 0) }
    Slots.note(path, to: self)
  }

  /// The subject whose value a root keeps for a generation: see ``Generations``.
  ///
  /// - Parameter hasLifetime: Whether the values have a lifetime, so that each is in a ``KeptInstance``.
  func product(at generation: Int, hasLifetime: Bool = false) -> Subject {
    if generation == 0, !hasLifetime { return key }
    let index = hasLifetime ? ~generation : generation
    return later.withLock { later -> Subject in
      if let product = later[index] { return product }
      let name = { @Sendable [subject] in subject.name }
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

  /// The lifetime that the registration gives the value, or `nil` if the value is a singleton.
  func lifetime(in generation: Int, from frame: Frame) -> DependencyLifetime? {
    guard hasLifetime.load(ordering: .acquiring),
      let lifetime = source(in: generation, from: frame)?.lifetime, lifetime != .singleton
    else { return nil }
    // A rehearsal has no clock, and is over before time passes.
    if case .timeToLive = lifetime, Rehearsal.here != nil { return nil }
    return lifetime
  }

  /// Whether a wrapper may read the key of the value like any other key.
  var isPlain: Bool {
    Generations.areAllFirst && !Rehearsal.hasAnyRun && !hasLifetime.load(ordering: .acquiring)
  }

  override func touch(from frame: Frame, at site: SourceSite) {
    _ = read(from: frame, at: .written(site))
  }

  override nonisolated(nonsending) func makeReady(
    from frame: Frame,
    at site: SourceSite,
    through chain: [Slot]
  ) async throws {
    if let start = chain.firstIndex(of: self) {
      throw ModuleProblem.cycle(chain[start...] + [self]).report(at: site, from: frame)
    }
    while true {
      let generation = self.generation(from: frame)
      guard let source = source(in: generation, from: frame) else { return }
      for need in source.needs {
        try await need.makeReady(from: frame, at: site, through: chain + [self])
      }
      guard source.isAsynchronous else { return }
      let product = product(at: generation)
      if (frame.knownValue(of: product) as Value?) == nil {
        try await Flights.fly(self, for: product, from: frame, at: site) {
          // An earlier flight may have made the value after the check above and before this flight began.
          guard (frame.knownValue(of: product) as Value?) == nil else { return }
          try await frame.makeValue(of: product, readAt: .written(site)) {
            try await self.makeAsynchronously(at: generation)
          }
        }
      }
      // A value of another scope may not hold here, nor one that an override came after.
      if self.generation(from: frame) == generation,
        (frame.knownValue(of: product) as Value?) != nil
      {
        return
      }
    }
  }
}

extension DependencyValues {
  /// The value of a slot, for the wrappers that read it.
  subscript<Value>(slot slot: TypedSlot<Value>) -> Value {
    slot.read(
      from: frame.source(of: slot.registration),
      at: readerPlace ?? .unknown,
      isConfiguring: isConfiguring
    )
  }

  /// The registration of an optional type, or else of the type that it wraps; nil without one.
  subscript<Value>(slot slot: TypedSlot<Value?>, orOf wrapped: TypedSlot<Value>) -> Value? {
    let site = readerPlace?.site ?? .unknown
    return slot.valueIfRegistered(from: frame.source(of: slot.registration), at: site)
      ?? wrapped.valueIfRegistered(from: frame.source(of: wrapped.registration), at: site)
  }
}
