import Foundation

extension Encodable {
  /// This value in a form that encodes its sets and dictionaries in sorted order.
  ///
  /// The order of a set's elements varies between processes, and even between equal sets, but equal
  /// values must have equal encodings. A set is not sorted if a type's custom `encode(to:)` method
  /// calls the set's `encode(to:)` method instead of passing the set to a container.
  var inFixedOrder: any Encodable {
    FixedOrder.leaves.contains(ObjectIdentifier(type(of: self))) ? self : FixedOrder(value: self)
  }
}

/// A wrapper that encodes a value with its sets and dictionaries in sorted order.
private struct FixedOrder: Encodable {
  let value: any Encodable

  /// The types that are encoded without this wrapper, because they contain no sets or dictionaries.
  /// In addition, `JSONEncoder` handles types such as `Date` specially, but would not recognize
  /// them inside a wrapper.
  static let leaves = Set(
    [
      Bool.self, String.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self,
      Int64.self, Int128.self, UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
      UInt128.self, Date.self, Data.self, URL.self, Decimal.self,
    ].map { (type: Any.Type) in ObjectIdentifier(type) }
  )

  func encode(to encoder: any Encoder) throws {
    guard let collection = value as? any UnorderedCollection, let parts = collection.parts else {
      return try value.encode(to: FixedOrderEncoder(base: encoder))
    }
    var container = encoder.unkeyedContainer()
    for element in try ValueCoding.sorted(parts).flatMap(\.self) {
      // This cast always succeeds, because a set or dictionary is `Encodable` only if its elements
      // are.
      guard let element = element as? any Encodable else { continue }
      try container.encode(element.inFixedOrder)
    }
  }
}

/// An encoder that passes values to another encoder, with their sets and dictionaries in sorted
/// order.
private struct FixedOrderEncoder: Encoder {
  let base: any Encoder

  var codingPath: [any CodingKey] { base.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedContainer(base: base.container(keyedBy: type)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedContainer(base: base.unkeyedContainer())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValueContainer(base: base.singleValueContainer())
  }
}

// The container protocols have a separate requirement for each type such as `Bool` and `Int`. In
// each of the following containers, one generic method `encode` satisfies almost all of these
// requirements. `Int128` and `UInt128` need separate methods, because their requirements have
// default implementations that throw an error.

private struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var base: KeyedEncodingContainer<Key>

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encodeNil(forKey key: Key) throws { try base.encodeNil(forKey: key) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try base.encode(value.inFixedOrder, forKey: key)
  }

  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }

  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try base.encode(value, forKey: key)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = base.nestedContainer(keyedBy: type, forKey: key)
    return KeyedEncodingContainer(KeyedContainer<NestedKey>(base: nested))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UnkeyedContainer(base: base.nestedUnkeyedContainer(forKey: key))
  }

  mutating func superEncoder() -> any Encoder { FixedOrderEncoder(base: base.superEncoder()) }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    FixedOrderEncoder(base: base.superEncoder(forKey: key))
  }
}

private struct UnkeyedContainer: UnkeyedEncodingContainer {
  var base: any UnkeyedEncodingContainer

  var codingPath: [any CodingKey] { base.codingPath }
  var count: Int { base.count }

  mutating func encodeNil() throws { try base.encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try base.encode(value.inFixedOrder)
  }

  mutating func encode(_ value: Int128) throws { try base.encode(value) }

  mutating func encode(_ value: UInt128) throws { try base.encode(value) }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedContainer(base: base.nestedContainer(keyedBy: type)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedContainer(base: base.nestedUnkeyedContainer())
  }

  mutating func superEncoder() -> any Encoder { FixedOrderEncoder(base: base.superEncoder()) }
}

private struct SingleValueContainer: SingleValueEncodingContainer {
  var base: any SingleValueEncodingContainer

  var codingPath: [any CodingKey] { base.codingPath }

  mutating func encodeNil() throws { try base.encodeNil() }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    try base.encode(value.inFixedOrder)
  }

  mutating func encode(_ value: Int128) throws { try base.encode(value) }

  mutating func encode(_ value: UInt128) throws { try base.encode(value) }
}
