/// The immortal object that stands for one key: everything a read needs to know about it.
///
/// There is one for each key type, and one for whatever else answers reads: see ``RecordLabel``. It is never released,
/// so that wrappers, frames and caches refer to it without counting references.
@usableFromInline package class AnyKeyRecord: Computation.Subject, @unchecked Sendable {
  // Unchecked, because a class that is inherited from cannot be checked: its state is constant.

  /// The key type, for messages; ``RecordLabel`` has one for all keys that are no types.
  package final let key: Any.Type
  /// The label, in messages, of a key that is no type.
  private let label: (any RecordLabel)?
  /// The type of the key's values.
  final let value: Any.Type
  // Both are written before anybody else can see the record.
  /// The key's place in sets of keys, and in memos.
  @exclusivity(unchecked) private(set) final var number = 0
  /// The bit in ``Frame/keys`` of a scope that overrides the key. That of the context, on which every default is built,
  /// belongs to it alone; others share theirs with every sixty-third.
  @exclusivity(unchecked) private(set) final var bit: UInt = 1

  final var dependsOnReads: Bool { true }
  /// True if the key is no type.
  final var isLabelled: Bool { label != nil }

  init(_ key: Any.Type, value: Any.Type, label: (any RecordLabel)? = nil) {
    self.key = key
    self.label = label
    self.value = value
    number = KeyRegistry.number(self)
    if key != DependencyContextKey.self { bit = 2 << UInt(number % (UInt.bitWidth - 1)) }
  }

  /// The key's name as its user wrote it, with its module; that of the property where `@DependencyEntry` wrote the key.
  package final var name: String { label?.name ?? typeName }

  /// The code that leads from `DependencyValues` to the key's value.
  package final var place: String { label?.place ?? typePlace }

  private var typeName: String {
    String(reflecting: key).split(separator: ".").filter { !$0.hasPrefix("(") }
      .map { $0.hasPrefix(Self.entryPrefix) ? $0.dropFirst(Self.entryPrefix.count) : $0 }
      .joined(separator: ".")
  }

  /// Overridden by the one subclass, which knows the type of the value.
  func makeDefault(in computation: Computation) -> Default { fatalError("not a key's record") }

  private var typePlace: String {
    let name = String(describing: key)
    if name.hasPrefix(Self.entryPrefix) { return ".\(name.dropFirst(Self.entryPrefix.count))" }
    return key is any DependencyKey.Type ? "[\(name).self]" : "[test: \(name).self]"
  }

  /// The prefix that turns the name of a property into that of its `@DependencyEntry` key.
  static let entryPrefix = "__Key_"
}

extension AnyKeyRecord: Hashable {
  @usableFromInline package static func == (left: AnyKeyRecord, right: AnyKeyRecord) -> Bool {
    left === right
  }
  @usableFromInline package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The record of a key with values of type `Value`.
@usableFromInline package final class KeyRecord<Value: Sendable>: AnyKeyRecord, @unchecked Sendable
{
  /// The default in a context, and what keeps it from being used without a word.
  private let makeValue: @Sendable (DependencyContext, inout Default.Flaw?) -> Value

  private init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    // A module that this one does not see may have conformed the key. The same type conforms to both protocols, so its
    // `Value` is the same type too.
    let liveKey = key as? any DependencyKey.Type
    @Sendable func liveValue<Live: DependencyKey>(_ key: Live.Type) -> Value {
      same(Live.liveValue, as: Value.self)
    }
    makeValue = { context, flaw in
      switch context {
      case .preview: return Key.previewValue
      case .test: return Key.testValue
      case .live:
        if let liveKey { return liveValue(liveKey) }
        flaw = .withoutLiveValue
        return Key.testValue
      }
    }
    super.init(key, value: Value.self)
  }

  override func makeDefault(in computation: Computation) -> Default {
    let context = computation.context
    if context == .live { LaunchedProcesses.noteLiveDefault(of: self) }
    var flaw: Default.Flaw?
    let value = Frame.bind(computation) { makeValue(context, &flaw) }
    return DefaultValue(value, flaw: flaw)
  }

  /// The record of a key that is no type, and has no default. Whoever makes it keeps it for good.
  package init(label: any RecordLabel) {
    makeValue = { _, _ in preconditionFailure("\(label.name) has no default") }
    super.init(LabelledKey.self, value: Value.self, label: label)
  }

  /// The one record of `key`, made on first use. A key's type has one type of values once and for all.
  @usableFromInline package static func of<Key: TestDependencyKey>(
    _ key: Key.Type
  ) -> KeyRecord where Key.Value == Value {
    Uncounted(at: KeyRegistry.address(of: key) { KeyRecord(key) })!.object
  }
}

/// The label, in messages, of something that answers reads as a key does, and is no type: a module.
package protocol RecordLabel: Sendable {
  /// Its name, as its user wrote it.
  var name: String { get }
  /// The code that leads from `DependencyValues` to its value: `[(any Store).self]`.
  var place: String { get }
}

/// The key type of every record with a label.
private enum LabelledKey {}

// MARK: - Registry

enum KeyRegistry {
  /// The record of each key that the process has come across, by its type.
  private static let byType = ImmortalTable()
  /// Every record, by number.
  private static let byNumber = Lock<[AnyKeyRecord]>([])

  /// The record of a key; nil if the process has not come across it.
  @inline(always) static func known(_ key: Any.Type) -> Uncounted<AnyKeyRecord>? {
    Uncounted(at: byType.find(UInt(bitPattern: ObjectIdentifier(key))))
  }

  /// The address of the one record of `key`, which is made on first use.
  static func address(of key: Any.Type, make: () -> AnyKeyRecord) -> UInt {
    byType.findOrInsert(.of(key), make: make)
  }

  /// Gives a new record its number.
  static func number(_ record: AnyKeyRecord) -> Int {
    byNumber.withLock { records in
      records.append(record)
      return records.count - 1
    }
  }

  /// The records with these numbers.
  static func records(numbered numbers: [Int]) -> [AnyKeyRecord] {
    byNumber.withLock { records in numbers.map { records[$0] } }
  }

  /// The keys with values of type `value` that this process has come across.
  static func records(withValuesOf value: Any.Type) -> [AnyKeyRecord] {
    byNumber.withLock { records in records.filter { !$0.isLabelled && $0.value == value } }
  }
}
