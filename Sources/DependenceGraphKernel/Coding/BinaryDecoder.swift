package enum BinaryDecoder {
  struct Broken: Error {}

  package static func decode<T: Decodable>(_ type: T.Type, from bytes: ArraySlice<UInt8>) throws
    -> T
  {
    let source = Source(bytes)
    let value = try T(from: source)
    guard source.rest.isEmpty else { throw Broken() }
    return value
  }

  fileprivate final class Source: Decoder, SingleValueDecodingContainer {
    private let bytes: ArraySlice<UInt8>
    private(set) var rest: Range<Int>
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      rest = bytes.indices
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Keyed(source: self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try Unkeyed(source: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    private func take(_ count: Int) throws -> Range<Int> {
      guard count <= rest.count else { throw Broken() }
      defer { rest = rest.lowerBound + count..<rest.upperBound }
      return rest.lowerBound..<rest.lowerBound + count
    }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool { try decode(UInt8.self) != 0 }
    func decode(_ type: Double.Type) throws -> Double {
      Double(bitPattern: try decode(UInt64.self))
    }
    func decode(_ type: Float.Type) throws -> Float { Float(bitPattern: try decode(UInt32.self)) }
    func decode(_ type: String.Type) throws -> String {
      String(decoding: bytes[try take(Int(decode(UInt32.self)))], as: UTF8.self)
    }
    func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
      let range = try take(MemoryLayout<T>.size)
      return bytes[range].withUnsafeBytes { T(littleEndian: $0.loadUnaligned(as: T.self)) }
    }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      if type == String.self { return try decode(String.self) as! T }
      if type == [String].self {
        return try (0..<decode(UInt32.self)).map { _ in try decode(String.self) } as! T
      }
      return try T(from: self)
    }
  }
}

extension BinaryDecoder {
  fileprivate struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: Source
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
      try source.decode(type)
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      try source.decode(Bool.self) ? source.decode(type) : nil
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
      try source.decode(Bool.self) ? source.decode(type) : nil
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { source.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try source.unkeyedContainer()
    }
    func superDecoder() -> any Decoder { source }
    func superDecoder(forKey key: Key) -> any Decoder { source }
  }

  fileprivate final class Unkeyed: UnkeyedDecodingContainer {
    let source: Source
    let count: Int?
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var isAtEnd: Bool { currentIndex == count! }

    init(source: Source) throws {
      self.source = source
      count = Int(try source.decode(UInt32.self))
    }

    func decodeNil() -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      currentIndex += 1
      return try source.decode(type)
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> {
      currentIndex += 1
      return source.container(keyedBy: type)
    }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      currentIndex += 1
      return try Unkeyed(source: source)
    }
    func superDecoder() -> any Decoder { source }
  }
}
