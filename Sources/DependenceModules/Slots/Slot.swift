import Dependence

/// Where one dependency is registered, and read: a type, a type and a name, or a property of
/// ``Dependencies``.
///
/// There is one for each in the process, and it is never released.
class Slot: @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant, but for
  // what a lock guards.

  let subject: SlotSubject
  /// Tells slots apart, in the order in which they were met.
  let number: Int

  init(_ subject: SlotSubject) {
    self.subject = subject
    number = Slots.nextNumber()
  }

  var name: String { subject.name }

  // What needs to know the type of the value.

  /// What its value would be made by, as seen from `frame`; nil if nothing is registered.
  func registered(from frame: Frame) -> (any AnyRegistration)? { nil }
  /// Where the process has it registered.
  var siteInProcess: SourceSite? { nil }
  /// Registers what makes its value.
  func install(_ registration: any AnyRegistration, in values: inout DependencyValues) {}
  /// Reads the value and forgets it.
  func touch(from frame: Frame, at site: SourceSite) {}
  /// Makes the value, if it is made asynchronously, and everything asynchronous that it says it needs.
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

/// The slot of a dependency of type `Value`.
final class TypedSlot<Value: Sendable>: Slot, @unchecked Sendable {
  /// What registers a module or a value: an override, or what was prepared.
  ///
  /// A value's default is made by what this says and so depends on exactly that: a scope that registers
  /// something else gets an instance of its own, and shares everything else.
  let registration: KeyRecord<Registration<Value>?>
  /// What the property that the slot stands for makes itself.
  let own: Registration<Value>?
  // Written once, in the initialiser.
  private var first: KeyRecord<Value>!
  private var ownPath: (any KeyPath<DependencyValues, Value> & Sendable)!
  private let later = Lock<[KeyRecord<Value>]>([])

  init(_ subject: SlotSubject, own: Registration<Value>? = nil) {
    registration = KeyRecord(label: subject) { nil }
    self.own = own
    super.init(subject)
    first = makeRecord(0)
    ownPath = \DependencyValues.[slot: self]
    Slots.note(ownPath, to: self)
  }

  /// What a wrapper reads.
  var path: any KeyPath<DependencyValues, Value> & Sendable { ownPath }

  /// The record whose default is the value in a generation: see ``Generations``. All roots share it.
  func record(at generation: Int) -> KeyRecord<Value> {
    if generation == 0 { return first }
    return later.withLock { later in
      while later.count < generation { later.append(makeRecord(later.count + 1)) }
      return later[generation - 1]
    }
  }

  override func registered(from frame: Frame) -> (any AnyRegistration)? {
    source(in: Generations.of(frame).generation(of: self), from: frame, isUsed: false)
  }

  override var siteInProcess: SourceSite? {
    (DependencyRoot.process.bottom.prepared(registration) ?? nil)?.site
  }

  override func install(_ registration: any AnyRegistration, in values: inout DependencyValues) {
    guard var registration = registration as? Registration<Value> else { return }
    registration.generation = Generations.of(values.frame).generation(of: self)
    values.bind(self.registration, to: registration)
  }

  override func touch(from frame: Frame, at site: SourceSite) { _ = read(from: frame, at: site) }

  override nonisolated(nonsending) func makeReady(
    from frame: Frame,
    at site: SourceSite,
    through chain: [Slot]
  ) async throws {
    try await fly(from: frame, at: site, through: chain)
  }

  private func makeRecord(_ generation: Int) -> KeyRecord<Value> {
    KeyRecord(label: subject) { [unowned self] in make(at: generation) }
  }
}

extension DependencyValues {
  /// The value of a slot, for the wrappers that read it.
  subscript<Value>(slot slot: TypedSlot<Value>) -> Value {
    slot.read(from: frame, at: readerSite ?? .unknown, isConfiguring: isConfiguring)
  }
}
