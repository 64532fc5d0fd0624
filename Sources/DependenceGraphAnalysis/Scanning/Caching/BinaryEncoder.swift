/// Writes a value as bytes without names: each field in the order in which the type encodes it.
///
/// Half the time of a warm scan would go into JSON. The form is private to one version of this
/// library: whoever reads it must have written it.
struct BinaryEncoder {
  static func encode(_ value: some Encodable) throws -> [UInt8] {
    let output = Output()
    try value.encode(to: Sink(output: output))
    return output.bytes
  }

  fileprivate final class Output {
    var bytes: [UInt8] = []

    func write(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
  }

  /// Every kind of container at once: they differ only in what they are asked.
  fileprivate struct Sink: Encoder {
    let output: Output
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(Keyed(sink: self))
    }
    func unkeyedContainer() -> any UnkeyedEncodingContainer { Unkeyed(sink: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func write<T: Encodable>(_ value: T) throws {
      switch value {
      case let value as String: write(text: value)
      case let value as [String]:
        output.write(UInt32(value.count))
        for text in value { write(text: text) }
      default: try value.encode(to: self)
      }
    }

    func write(text: String) {
      var text = text
      text.withUTF8 { utf8 in
        output.write(UInt32(utf8.count))
        output.bytes.append(contentsOf: utf8)
      }
    }
  }
}

extension BinaryEncoder.Sink: SingleValueEncodingContainer {
  func encodeNil() { output.bytes.append(0) }
  func encode(_ value: Bool) { output.bytes.append(value ? 1 : 0) }
  func encode(_ value: String) { write(text: value) }
  func encode(_ value: Double) { output.write(value.bitPattern) }
  func encode(_ value: Float) { output.write(value.bitPattern) }
  func encode(_ value: Int) { output.write(Int64(value)) }
  func encode(_ value: Int8) { output.write(value) }
  func encode(_ value: Int16) { output.write(value) }
  func encode(_ value: Int32) { output.write(value) }
  func encode(_ value: Int64) { output.write(value) }
  func encode(_ value: UInt) { output.write(UInt64(value)) }
  func encode(_ value: UInt8) { output.write(value) }
  func encode(_ value: UInt16) { output.write(value) }
  func encode(_ value: UInt32) { output.write(value) }
  func encode(_ value: UInt64) { output.write(value) }
  func encode<T: Encodable>(_ value: T) throws { try write(value) }
}

extension BinaryEncoder {
  fileprivate struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let sink: Sink
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { sink.encodeNil() }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try sink.write(value) }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
      sink.encode(value != nil)
      if let value { try sink.write(value) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
      sink.encode(value != nil)
      if let value { sink.write(text: value) }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { sink.container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      sink.unkeyedContainer()
    }
    func superEncoder() -> any Encoder { sink }
    func superEncoder(forKey key: Key) -> any Encoder { sink }
  }

  /// An array: how many there are, which is known at the end, and then each.
  fileprivate final class Unkeyed: UnkeyedEncodingContainer {
    let sink: Sink
    private let place: Int
    private(set) var count = 0
    var codingPath: [any CodingKey] { [] }

    init(sink: Sink) {
      self.sink = sink
      place = sink.output.bytes.count
      sink.output.write(UInt32(0))
    }

    private func begin() {
      count += 1
      withUnsafeBytes(of: UInt32(count).littleEndian) { bytes in
        for offset in 0..<4 { sink.output.bytes[place + offset] = bytes[offset] }
      }
    }

    func encodeNil() { begin() }
    func encode<T: Encodable>(_ value: T) throws {
      begin()
      try sink.write(value)
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      begin()
      return sink.container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      begin()
      return Unkeyed(sink: sink)
    }
    func superEncoder() -> any Encoder { sink }
  }
}
