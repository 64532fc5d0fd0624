import Synchronization

/// The immortal object that stands for one key: everything a read needs to know about it.
///
/// There is one per key type in the process, found by its metatype, and one for whatever else answers
/// reads: see ``RecordLabel``. It is never released, so that
/// wrappers, frames and caches refer to it without counting references.
@usableFromInline package class AnyKeyRecord: ResolutionSubject, @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant
  // but for atomics.

  /// The address of the default that answers every read of the key in this process; zero if none does.
  /// See ``UniversalDefaults``. In memory of its own, for readers that do not touch the record.
  final let universal = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1)

  /// Whether a default of the key may still answer every read.
  final let mayBeUniversal = Atomic<Bool>(true)

  /// The key type, for messages; ``RecordLabel`` has one for all keys that are no types.
  final let key: Any.Type
  /// What messages call a key that is no type.
  private let label: (any RecordLabel)?
  final var dependsOnReads: Bool { true }
  /// Whether the key is no type.
  final var isLabelled: Bool { label != nil }
  /// The type of the key's values.
  final let value: Any.Type
  /// The key's place in every table of defaults.
  @exclusivity(unchecked) private(set) final var number = 0

  // Read with relaxed ordering: a frame that holds an override was published after the number was
  // assigned, so whoever can see such a frame sees the number.
  private let slot = Atomic<Int>(-1)
  private static let nextSlot = Atomic<Int>(0)

  init(_ key: Any.Type, value: Any.Type, label: (any RecordLabel)? = nil) {
    self.key = key
    self.label = label
    self.value = value
    universal.initialize(to: Atomic(0))
    // Before anybody else can see the record.
    number = OverriddenKeys.add(self)
  }

  /// What stands for this record in tables of words.
  @usableFromInline final var address: UInt {
    UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }

  /// The number of the record at an address.
  @inline(always) static func number(at address: UInt) -> Int {
    unsafeBitCast(address, to: Unmanaged<AnyKeyRecord>.self)._withUnsafeGuaranteedRef { $0.number }
  }

  /// The address of the default that answers every read of the key of the record at an address; or zero.
  @inline(always) static func universalAnswer(at address: UInt) -> UInt {
    unsafeBitCast(address, to: Unmanaged<AnyKeyRecord>.self)._withUnsafeGuaranteedRef {
      $0.universal.pointee.load(ordering: .acquiring)
    }
  }

  /// The key's place in a ``FrameIndex``; -1 until the key is first overridden in this process.
  final var overrideSlot: Int { slot.load(ordering: .relaxed) }

  /// Gives the key its place in a ``FrameIndex``.
  @usableFromInline final func assignOverrideSlot() {
    guard overrideSlot < 0 else { return }
    UniversalDefaults.assignOverrideSlot {
      guard overrideSlot < 0 else { return }
      let number = Self.nextSlot.add(1, ordering: .relaxed).oldValue
      slot.store(number, ordering: .releasing)
      OverriddenKeys.note(self)
    }
  }

  /// The key's name as its user wrote it: with its module, without the compiler's marks for private
  /// and local types; that of the property where `@DependencyEntry` wrote the key.
  final var name: String {
    label?.name ?? typeName
  }

  /// What leads from `DependencyValues` to the key's value.
  final var place: String {
    label?.place ?? typePlace
  }

  private var typeName: String {
    String(reflecting: key).split(separator: ".").filter { !$0.hasPrefix("(") }
      .map { $0.hasPrefix(Self.entryPrefix) ? $0.dropFirst(Self.entryPrefix.count) : $0 }
      .joined(separator: ".")
  }

  /// Overridden by the one subclass, which knows the type of the value.
  func makeDefault(in frame: ResolutionFrame) -> Default { fatalError("not a key's record") }

  private var typePlace: String {
    let name = String(describing: key)
    if name.hasPrefix(Self.entryPrefix) { return ".\(name.dropFirst(Self.entryPrefix.count))" }
    return key is any DependencyKey.Type ? "[\(name).self]" : "[test: \(name).self]"
  }

  /// What `@DependencyEntry` puts before the name of a property to name its key.
  static let entryPrefix = "__Key_"
}

/// The record of a key with values of type `Value`.
@usableFromInline package final class KeyRecord<Value: Sendable>: AnyKeyRecord, @unchecked Sendable
{
  /// The default in a context, and what keeps it from being used without a word.
  private let makeValue: @Sendable (DependencyContext, inout Default.Flaw?) -> Value

  private init<Key: TestDependencyKey>(
    _ key: Key.Type,
    makeLive: @escaping @Sendable (inout Default.Flaw?) -> Value
  ) where Key.Value == Value {
    makeValue = { context, flaw in
      switch context {
      case .live: makeLive(&flaw)
      case .preview: Key.previewValue
      case .test: Key.testValue
      }
    }
    super.init(key, value: Value.self)
  }

  override func makeDefault(in frame: ResolutionFrame) -> Default {
    let context = frame.findContext()
    var flaw: Default.Flaw?
    let value = Frame.bind(frame) { makeValue(context, &flaw) }
    return DefaultValue(value, flaw: flaw)
  }

  /// The record of a key that is no type. Whoever makes it keeps it for good.
  package init(label: any RecordLabel, makeDefault: @escaping @Sendable () -> Value) {
    makeValue = { _, _ in makeDefault() }
    super.init(LabelledKey.self, value: Value.self, label: label)
  }

  /// The record of a key that has a live value.
  @usableFromInline static func of<Key: DependencyKey>(
    _ key: Key.Type
  ) -> KeyRecord where Key.Value == Value {
    let known = KeyRegistry.records.find(UInt(bitPattern: ObjectIdentifier(key)))
    if known != 0 { return unsafeBitCast(known, to: KeyRecord.self) }
    return KeyRegistry.record(of: key) { KeyRecord(key) { _ in Key.liveValue } }
  }

  /// The record of a key that may have gained a live value in another module.
  @usableFromInline static func of<Key: TestDependencyKey>(
    test key: Key.Type
  ) -> KeyRecord where Key.Value == Value {
    let known = KeyRegistry.records.find(UInt(bitPattern: ObjectIdentifier(key)))
    if known != 0 { return unsafeBitCast(known, to: KeyRecord.self) }
    return KeyRegistry.record(of: key) {
      guard let liveKey = key as? any DependencyKey.Type else {
        return KeyRecord(key) { flaw in
          flaw = .withoutLiveValue
          return Key.testValue
        }
      }
      // The same type conforms to both protocols, so its `Value` is the same type too. A cast would
      // look inside where that is an Optional.
      @Sendable func liveValue<Live: DependencyKey>(_ key: Live.Type) -> Value {
        unsafeBitCast(Live.liveValue, to: Value.self)
      }
      return KeyRecord(key) { _ in liveValue(liveKey) }
    }
  }
}

/// What messages call something that answers reads as a key does, and is no type: a registered module.
package protocol RecordLabel: Sendable {
  /// Its name, as its user wrote it.
  var name: String { get }
  /// What leads from `DependencyValues` to its value: `[(any Store).self]`.
  var place: String { get }
}

/// The key type of every record with a label.
private enum LabelledKey {}

// MARK: - Registry

@usableFromInline enum KeyRegistry {
  /// One for each key that the process has come across.
  static let records = ImmortalTable()

  /// The address of the record of a key that lies at an address; zero if the process has not come across it.
  @usableFromInline static func find(_ key: UInt) -> UInt { records.find(key) }

  /// The address of the record of a key that has a live value.
  @inlinable @inline(always) static func address<Key: DependencyKey>(of key: Key.Type) -> UInt {
    let known = find(unsafeBitCast(key as Any.Type, to: UInt.self))
    return known != 0 ? known : KeyRecord.of(key).address
  }

  /// The address of the record of a key that may have gained a live value in another module.
  @inlinable @inline(always) static func address<Key: TestDependencyKey>(ofTest key: Key.Type)
    -> UInt
  {
    let known = find(unsafeBitCast(key as Any.Type, to: UInt.self))
    return known != 0 ? known : KeyRecord.of(test: key).address
  }

  /// The one record of `key`, made on first use.
  static func record<Value>(
    of key: any TestDependencyKey.Type,
    make: () -> KeyRecord<Value>
  ) -> KeyRecord<Value> {
    unsafeBitCast(records.findOrInsert(.of(key), make: make), to: KeyRecord.self)
  }

  /// The keys with values of type `value` that this process has come across.
  static func records(withValuesOf value: Any.Type) -> [AnyKeyRecord] {
    records.all.map { unsafeBitCast($0, to: AnyKeyRecord.self) }.filter { $0.value == value }
  }
}

extension ImmortalIdentity {
  /// What tells a type from all others.
  package static func of(_ key: Any.Type) -> ImmortalIdentity {
    ImmortalIdentity(object: UInt(bitPattern: ObjectIdentifier(key)))
  }

  /// What tells an object from all others, as long as it lives.
  package static func of(_ object: AnyObject) -> ImmortalIdentity {
    ImmortalIdentity(object: UInt(bitPattern: ObjectIdentifier(object)))
  }
}
