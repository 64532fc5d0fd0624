import Synchronization

/// A dependency whose default value can be cached: a key, a `Lazy`, or a dependency registered by a
/// module.
@usableFromInline package class DefaultProvider: @unchecked Sendable {
  // This class is `@unchecked Sendable` because the compiler can verify the conformance only of
  // final classes. Its stored properties never change.

  /// Whether the cached default value depends on the dependencies that were read to compute it. If
  /// `true`, a scope that overrides one of them computes its own default value. If `false`, all
  /// scopes share one value.
  final let dependsOnReads: Bool
  /// Whether this dependency has a key type. This is also `true` for a `Lazy` or factory that the
  /// default value of such a dependency has created.
  package final let belongsToKey: Bool
  /// The function that computes the default value in the scope of the ``Computation`` that it
  /// receives.
  private let make: @Sendable (Computation) -> Default
  private let describe: @Sendable () -> String

  fileprivate init(
    dependsOnReads: Bool,
    belongsToKey: Bool,
    named describe: @escaping @Sendable () -> String,
    _ make: @escaping @Sendable (Computation) -> Default
  ) {
    self.dependsOnReads = dependsOnReads
    self.belongsToKey = belongsToKey
    self.describe = describe
    self.make = make
  }

  final func makeDefault(in computation: Computation) -> Default { make(computation) }

  /// The dependency's name in messages. It is computed on demand, because computing it takes longer
  /// than computing most default values.
  package final var name: String { describe() }
}

/// The metadata record of one dependency key.
///
/// Each key type has one record. A dependency without a key type, such as one that a module
/// registers, has a record with a label instead: see ``RecordLabel``. Records are never
/// deallocated, so property wrappers, frames and caches can refer to them without retaining them.
@usableFromInline package class AnyKeyRecord: DefaultProvider, @unchecked Sendable {
  // This class is `@unchecked Sendable` because the compiler can verify the conformance only of
  // final classes. Its stored properties never change.

  /// The key type. All dependencies that have no key type share the type `LabeledKey`.
  package final let key: Any.Type
  /// The label that names this dependency in messages, or `nil` if the dependency has a key type
  /// and therefore needs no label.
  package final let label: (any RecordLabel)?
  /// The type of the key's values.
  package final let value: Any.Type
  /// A small integer that identifies this key. It is the position of the key's bit in a ``KeySet``.
  package final let index: Int
  /// The bit that represents this key in ``Frame/keys``. The context (live, preview or test) has
  /// its own bit because every default depends on it. All other keys share the remaining 63 bits.
  package final let bit: UInt

  private final let otherKeyReads = Atomic<Bool>(false)

  /// The bit of ``Frame/keys`` reserved for the context (live, preview or test).
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
    index = isContext ? 0 : KeyRegistry.nextIndex()
    bit = isContext ? Self.contextBit : 2 << UInt(index % (UInt.bitWidth - 1))
    super.init(dependsOnReads: true, belongsToKey: label == nil, named: describe, make)
    KeyRegistry.add(self)
  }

  /// Whether other keys have been read to compute a default value of this key. The default may then
  /// contain their values. Once `true`, this stays `true` for the rest of the process, because a
  /// default in a `static let` is computed only once.
  package final var readsOtherKeys: Bool { otherKeyReads.load(ordering: .relaxed) }

  final func noteReadOfOtherKey() { otherKeyReads.store(true, ordering: .relaxed) }

  /// Whether this record describes a dependency that is identified by a label instead of a key
  /// type, such as a dependency that a module registers.
  package final var isLabeled: Bool { label != nil }

  /// Applies `transform` to the value in `holder`, and returns a new holder with the transformed
  /// value. Returns `nil` if the transformed value is `nil` or does not have the key's value type.
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

/// The metadata record of a dependency key whose values have the type `Value`.
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
    let value = holder.value(as: Value.self)
    // Without this check for `nil`, the cast below would turn `nil` into a value when `Value` is an
    // optional type.
    guard let transformed = transform(value) else { return nil }
    return (transformed as? Value).map { DefaultValue($0) }
  }

  /// Creates the metadata record of a dependency identified by a label instead of a key type. Like
  /// all records, it is never deallocated, because other objects refer to records without retaining
  /// them.
  ///
  /// - Parameter make: A function that computes the default, or `nil` if the key has no default.
  package convenience init(label: any RecordLabel, _ make: (@Sendable () -> Value)? = nil) {
    self.init(LabeledKey.self, label: label, named: { label.name }) { computation in
      guard let make else { preconditionFailure("\(label.name) has no default") }
      return DefaultValue(Frame.bind(computation, make))
    }
  }

  /// Returns the metadata record of `key`, creating it the first time the key is used.
  ///
  /// - Parameters:
  ///   - isContext: Whether `key` is the key for the context (live, preview or test).
  ///   - describe: A function that returns the key's name for messages.
  ///   - makeDefault: A function that returns the function that computes the key's default value.
  ///     It is called only if the record must be created.
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

/// A label for a dependency without a key type, such as a dependency that a module registers.
/// Messages use the label to name the dependency.
package protocol RecordLabel: Sendable {
  /// The name of the dependency as it appears in source code, such as `any Store`.
  var name: String { get }
  /// The source code that accesses this dependency when appended to an expression of the type
  /// `DependencyValues`, such as `[(any Store).self]`.
  var accessor: String { get }
}

/// The placeholder key type in the metadata records of all dependencies that have no key type of
/// their own.
private enum LabeledKey {}

/// The metadata records of all dependency keys that have been used in this process.
@usableFromInline package enum KeyRegistry {
  private static let byType = ImmortalTable()
  /// The metadata records of all keys, indexed by ``AnyKeyRecord/index``. Index 0 is reserved for
  /// the context (live, preview or test).
  private static let byIndex = Lock<[AnyKeyRecord?]>([nil])

  /// Returns the address of a key's metadata record, or zero if the key has not been used in this
  /// process yet.
  static func known(_ key: Any.Type) -> UInt {
    byType.find(UInt(bitPattern: ObjectIdentifier(key)))
  }

  /// Returns the metadata record of a key, or `nil` if the key has not been used in this process
  /// yet.
  @usableFromInline package static func record(of key: Any.Type) -> AnyKeyRecord? {
    Uncounted(at: known(key))?.object
  }

  fileprivate static func findOrInsert<Record: AnyKeyRecord>(
    _ key: Any.Type,
    make: () -> Record
  ) -> Record {
    Uncounted(at: byType.findOrInsert(.of(key), make: make))!.object
  }

  fileprivate static func nextIndex() -> Int {
    byIndex.withLock { records in
      records.append(nil)
      return records.count - 1
    }
  }

  fileprivate static func add(_ record: AnyKeyRecord) {
    byIndex.withLock { $0[record.index] = record }
  }

  /// The metadata records of all keys that have been used in this process, ordered by
  /// ``AnyKeyRecord/index``.
  package static var all: [AnyKeyRecord] { byIndex.withLock { $0.compactMap(\.self) } }
}

/// A cached value that is not identified by a key type, such as the value of a `Lazy`, together
/// with the function that computes it.
package final class Product<Value: Sendable>: DefaultProvider, @unchecked Sendable {
  /// Creates a cached value that `make` computes when it is first needed.
  ///
  /// - Parameters:
  ///   - dependsOnReads: Whether the value depends on the dependencies that were read to compute
  ///     it. If `true`, a scope that overrides one of them computes its own value. If `false`, all
  ///     scopes share one value.
  ///   - belongsToKey: Whether a key's default value creates this product.
  ///   - describe: A function that returns the name to use in messages.
  package init(
    dependsOnReads: Bool = true,
    belongsToKey: Bool = false,
    named describe: @escaping @Sendable () -> String,
    _ make: @escaping @Sendable () -> Value
  ) {
    super.init(dependsOnReads: dependsOnReads, belongsToKey: belongsToKey, named: describe) {
      DefaultValue(Frame.bind($0, make))
    }
  }
}
