import Synchronization

/// The immortal object that stands for one key type: everything a read needs to know about it.
///
/// There is one per key in the process, found by the key's metatype. It is never released, so that
/// wrappers, frames and caches refer to it without counting references.
package class AnyKeyRecord: Immortal, @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant
  // but for an atomic.

  /// The key type, for messages.
  final let key: Any.Type
  /// The type of the key's values.
  final let value: Any.Type
  /// The key's place in every table of defaults.
  final let number = AnyKeyRecord.nextNumber.add(1, ordering: .relaxed).oldValue

  // Read with relaxed ordering: a frame that holds an override was published after the number was
  // assigned, so whoever can see such a frame sees the number.
  private let slot = Atomic<Int>(-1)
  private static let nextSlot = Atomic<Int>(0)
  private static let nextNumber = Atomic<Int>(0)

  init(_ key: Any.Type, value: Any.Type) {
    self.key = key
    self.value = value
  }

  final var identity: ImmortalIdentity { Self.identity(of: key) }

  static func identity(of key: Any.Type) -> ImmortalIdentity {
    ImmortalIdentity(object: UInt(bitPattern: ObjectIdentifier(key)))
  }

  /// The key's place in a ``FrameIndex``; -1 until the key is first overridden in this process.
  final var overrideSlot: Int { slot.load(ordering: .relaxed) }

  /// Gives the key its place in a ``FrameIndex``.
  final func assignOverrideSlot() {
    guard overrideSlot < 0 else { return }
    let number = Self.nextSlot.add(1, ordering: .relaxed).oldValue
    // A thread that loses the race leaves one unused number behind.
    _ = slot.compareExchange(expected: -1, desired: number, ordering: .acquiringAndReleasing)
  }

  /// The key's name as its user wrote it: with its module, without the compiler's marks for private
  /// and local types; that of the property where `@DependencyEntry` wrote the key.
  final var name: String {
    String(reflecting: key).split(separator: ".").filter { !$0.hasPrefix("(") }
      .map { $0.hasPrefix(Self.entryPrefix) ? $0.dropFirst(Self.entryPrefix.count) : $0 }
      .joined(separator: ".")
  }

  /// What `@DependencyEntry` puts before the name of a property to name its key.
  static let entryPrefix = "__Key_"
}

/// The record of a key with values of type `Value`.
package final class KeyRecord<Value: Sendable>: AnyKeyRecord, @unchecked Sendable {
  /// The default in a context; nil where a live value is asked for and the process has none.
  let makeDefault: @Sendable (DependencyContext) -> Value?
  /// The key's test value, for the case that `makeDefault` has nothing.
  let makeTestDefault: @Sendable () -> Value

  private init<Key: TestDependencyKey>(
    _ key: Key.Type,
    makeLive: @escaping @Sendable () -> Value?
  ) where Key.Value == Value {
    makeDefault = { context in
      switch context {
      case .live: makeLive()
      case .preview: Key.previewValue
      case .test: Key.testValue
      }
    }
    makeTestDefault = { Key.testValue }
    super.init(key, value: Value.self)
  }

  /// The record of a key that has a live value.
  static func of<Key: DependencyKey>(_ key: Key.Type) -> KeyRecord where Key.Value == Value {
    KeyRegistry.record(of: key) { KeyRecord(key) { Key.liveValue } }
  }

  /// The record of a key that may have gained a live value in another module.
  static func of<Key: TestDependencyKey>(test key: Key.Type) -> KeyRecord where Key.Value == Value {
    KeyRegistry.record(of: key) {
      guard let liveKey = key as? any DependencyKey.Type else { return KeyRecord(key) { nil } }
      // The same type conforms to both protocols, so its `Value` is the same type too. A cast would
      // look inside where that is an Optional.
      @Sendable func liveValue<Live: DependencyKey>(_ key: Live.Type) -> Value {
        unsafeBitCast(Live.liveValue, to: Value.self)
      }
      return KeyRecord(key) { liveValue(liveKey) }
    }
  }
}

// MARK: - Registry

enum KeyRegistry {
  private static let records = ImmortalTable<AnyKeyRecord>()

  /// The one record of `key`, made on first use.
  static func record<Value>(
    of key: any TestDependencyKey.Type,
    make: () -> KeyRecord<Value>
  ) -> KeyRecord<Value> {
    let record = records.findOrInsert(AnyKeyRecord.identity(of: key), make: make)
    return unsafeDowncast(record, to: KeyRecord.self)
  }

  /// The keys with values of type `value` that this process has come across.
  static func records(withValuesOf value: Any.Type) -> [AnyKeyRecord] {
    records.all.filter { $0.value == value }
  }
}
