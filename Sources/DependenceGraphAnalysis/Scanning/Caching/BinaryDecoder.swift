/// Reads what ``BinaryEncoder`` wrote.
struct BinaryDecoder {
  /// The bytes are not what was written.
  struct Broken: Error {}

  /// - Throws: ``Broken``, or what the type's own decoding throws.
  static func decode<T: Decodable>(_ type: T.Type, from bytes: ArraySlice<UInt8>) throws -> T {
    let input = Input(bytes: bytes)
    let value = try T(from: Source(input: input))
    guard input.place == bytes.endIndex else { throw Broken() }
    return value
  }

  fileprivate final class Input {
    let bytes: ArraySlice<UInt8>
    var place: Int

    init(bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      place = bytes.startIndex
    }

    func read<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
      let size = MemoryLayout<T>.size
      guard place + size <= bytes.endIndex else { throw Broken() }
      let value = bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: place - bytes.startIndex, as: T.self)
      }
      place += size
      return T(littleEndian: value)
    }

    func text() throws -> String {
      let count = Int(try read(UInt32.self))
      guard count <= bytes.endIndex - place else { throw Broken() }
      defer { place += count }
      return String(decoding: bytes[place..<place + count], as: UTF8.self)
    }
  }

  fileprivate struct Source: Decoder {
    let input: Input
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Keyed(source: self))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try Unkeyed(source: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func read<T: Decodable>(_ type: T.Type) throws -> T {
      if type == String.self { return try input.text() as! T }
      if type == [String].self {
        let count = try input.read(UInt32.self)
        return try (0..<count).map { _ in try input.text() } as! T
      }
      return try T(from: self)
    }
  }
}

extension BinaryDecoder.Source: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }
  func decode(_ type: Bool.Type) throws -> Bool { try input.read(UInt8.self) != 0 }
  func decode(_ type: String.Type) throws -> String { try input.text() }
  func decode(_ type: Double.Type) throws -> Double {
    Double(bitPattern: try input.read(UInt64.self))
  }
  func decode(_ type: Float.Type) throws -> Float { Float(bitPattern: try input.read(UInt32.self)) }
  func decode(_ type: Int.Type) throws -> Int {
    Int(truncatingIfNeeded: try input.read(Int64.self))
  }
  func decode(_ type: Int8.Type) throws -> Int8 { try input.read(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try input.read(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try input.read(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try input.read(type) }
  func decode(_ type: UInt.Type) throws -> UInt {
    UInt(truncatingIfNeeded: try input.read(UInt64.self))
  }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try input.read(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try input.read(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try input.read(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try input.read(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try read(type) }
}

extension BinaryDecoder {
  fileprivate struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: Source
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try source.read(type) }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
      try source.decode(Bool.self) ? source.read(type) : nil
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
      try source.decode(Bool.self) ? source.input.text() : nil
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
      count = Int(try source.input.read(UInt32.self))
    }

    func decodeNil() -> Bool { false }
    func decode<T: Decodable>(_ type: T.Type) throws -> T {
      currentIndex += 1
      return try source.read(type)
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
