/// Something that has a default: a key, a `Lazy`, or a module.
@usableFromInline package class Subject: @unchecked Sendable {
  // Unchecked, because a class with subclasses cannot be checked. The state is constant.

  /// Whether a default holds only in scopes in which the same values would be read again.
  final let dependsOnReads: Bool
  /// Computes the default, with the computation bound.
  private let make: @Sendable (Computation) -> Default
  private let describe: @Sendable () -> String

  fileprivate init(
    dependsOnReads: Bool,
    named describe: @escaping @Sendable () -> String,
    _ make: @escaping @Sendable (Computation) -> Default
  ) {
    self.dependsOnReads = dependsOnReads
    self.describe = describe
    self.make = make
  }

  final func makeDefault(in computation: Computation) -> Default { make(computation) }

  /// The name for messages. Computing the name takes longer than computing most defaults.
  package final var name: String { describe() }
}

/// The immortal object that represents one key and contains everything that a read needs to know about the key.
///
/// There is one record for each key type, and one for everything else that is read like a key: see ``RecordLabel``.
/// Records are never released, so that wrappers, frames and caches can refer to them without counting references.
@usableFromInline package class AnyKeyRecord: Subject, @unchecked Sendable {
  // Unchecked, because a class with subclasses cannot be checked. The state is constant.

  /// The key type. All keys that are not types share one type here.
  package final let key: Any.Type
  /// The label in messages of a key that is not a type.
  package final let label: (any RecordLabel)?
  /// The type of the key's values.
  package final let value: Any.Type
  /// The position of the key in a ``KeySet``.
  package final let number: Int
  /// The bit in ``Frame/keys`` of every scope that overrides the key. The key of the context, which every default
  /// depends on, has a bit of its own; the others share 63 bits.
  package final let bit: UInt

  /// The bit of the key of the context.
  static var contextBit: UInt { 1 }

  fileprivate init(
    _ key: Any.Type,
    value: Any.Type,
    label: (any RecordLabel)?,
    isContext: Bool,
    named describe: @escaping @Sendable () -> String,
    _ make: @escaping @Sendable (Computation) -> Default
  ) {
    self.key = key
    self.label = label
    self.value = value
    number = isContext ? 0 : KeyRegistry.nextNumber()
    bit = isContext ? Self.contextBit : 2 << UInt(number % (UInt.bitWidth - 1))
    super.init(dependsOnReads: true, named: describe, make)
    KeyRegistry.add(self)
  }

  /// Whether the key is not a type.
  package final var isLabelled: Bool { label != nil }

  /// Returns a holder with the value that `transform` makes from the value of `holder`, or `nil` if that is `nil` or of
  /// another type.
  package func mapping(_ holder: Holder, _ transform: (any Sendable) -> Any?) -> Holder? { nil }
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
  private init(
    _ key: Any.Type,
    label: (any RecordLabel)? = nil,
    isContext: Bool = false,
    named describe: @escaping @Sendable () -> String,
    _ make: @escaping @Sendable (Computation) -> Default
  ) {
    super.init(
      key,
      value: Value.self,
      label: label,
      isContext: isContext,
      named: describe,
      make
    )
  }

  override package func mapping(
    _ holder: Holder,
    _ transform: (any Sendable) -> Any?
  ) -> Holder? {
    let value: Value = holder.value()
    return (transform(value) as? Value).map { DefaultValue($0) }
  }

  /// The record of a key that is not a type. The caller keeps the record forever.
  ///
  /// - Parameter make: Makes the default, with the computation bound. Without it, the key has no default.
  package convenience init(label: any RecordLabel, _ make: (@Sendable () -> Value)? = nil) {
    self.init(LabelledKey.self, label: label, named: { label.name }) { computation in
      guard let make else { preconditionFailure("\(label.name) has no default") }
      return DefaultValue(Frame.bind(computation, make))
    }
  }

  /// The only record of `key`, which is created at its first use.
  ///
  /// - Parameters:
  ///   - isContext: Whether this is the key of the context.
  ///   - describe: Returns the name for messages.
  ///   - makeDefault: Returns the function that computes the default.
  package static func of(
    _ key: Any.Type,
    isContext: Bool,
    named describe: @escaping @Sendable () -> String,
    makeDefault: () -> @Sendable (Computation) -> Default
  ) -> KeyRecord {
    KeyRegistry.findOrInsert(key) {
      KeyRecord(key, isContext: isContext, named: describe, makeDefault())
    }
  }
}

/// The label in messages of something that is read like a key but is not a type, such as a module.
package protocol RecordLabel: Sendable {
  /// The name, as its user wrote it.
  var name: String { get }
  /// The code that leads from `DependencyValues` to the value, such as `[(any Store).self]`.
  var place: String { get }
}

/// The key type of every record with a label.
private enum LabelledKey {}

/// All records of the process.
@usableFromInline package enum KeyRegistry {
  private static let byType = ImmortalTable()
  /// The records by number. The first place is that of the context.
  private static let byNumber = Lock<[AnyKeyRecord?]>([nil])

  /// The address of the record of a key, or zero if the process has not used the key yet.
  static func known(_ key: Any.Type) -> UInt {
    byType.find(UInt(bitPattern: ObjectIdentifier(key)))
  }

  /// The record of a key, or `nil` if the process has not used the key yet.
  @usableFromInline package static func record(of key: Any.Type) -> AnyKeyRecord? {
    Uncounted(at: known(key))?.object
  }

  fileprivate static func findOrInsert<Record: AnyKeyRecord>(
    _ key: Any.Type,
    make: () -> Record
  ) -> Record {
    Uncounted(at: byType.findOrInsert(.of(key), make: make))!.object
  }

  fileprivate static func nextNumber() -> Int {
    byNumber.withLock { records in
      records.append(nil)
      return records.count - 1
    }
  }

  fileprivate static func add(_ record: AnyKeyRecord) {
    byNumber.withLock { $0[record.number] = record }
  }

  /// All records, by number. A record that is being created is missing.
  package static var all: [AnyKeyRecord?] { byNumber.withLock { $0 } }
}

/// Something that is not a key, but whose value a root keeps: a `Lazy`, or the product of a module.
package final class Product<Value: Sendable>: Subject, @unchecked Sendable {
  /// - Parameters:
  ///   - dependsOnReads: Whether a value holds only in scopes in which the same values would be read again.
  ///   - describe: Returns the name for messages.
  package init(
    dependsOnReads: Bool = true,
    named describe: @escaping @Sendable () -> String,
    _ make: @escaping @Sendable () -> Value
  ) {
    super.init(dependsOnReads: dependsOnReads, named: describe) {
      DefaultValue(Frame.bind($0, make))
    }
  }
}
