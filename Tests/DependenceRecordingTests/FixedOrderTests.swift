import DependenceTesting
import Foundation
import Testing

@testable import DependenceRecording

/// Tests of values that are encoded in an order that does not vary.
@Suite(.dependencies) struct FixedOrderTests {
  private let folder = RecordingFolder()

  @Test func `sets are recorded in sorted order`() async throws {
    let cities = Set((0..<20).map { "city \($0)" })
    try await folder.run(.all) { recorder in
      let endpoint = recorder.wrap("Map.nearest") { (cities: Set<String>) async throws in cities }
      _ = try await endpoint(cities)
    }

    let call = try #require(try folder.file().load()?.calls.first)
    let texts = cities.map { "\"\($0)\"" }.sorted().joined(separator: ",")
    #expect(call.arguments.text == "[[\(texts)]]")
    #expect(call.outcome == .returned(JSONText("[\(texts)]")))
  }

  @Test func `sets inside other values are recorded in sorted order`() throws {
    let cities = Set((0..<20).map { "city \($0)" })
    let map = Map(
      cities: cities,
      groups: ["all": [cities], "none": []],
      counts: Dictionary(uniqueKeysWithValues: (0..<20).map { (UInt8($0), Set([Int128($0)])) }),
      updated: Date(timeIntervalSinceReferenceDate: 0.5),
      site: URL(string: "https://weather.example/a"),
      price: 1.25,
      data: Data("a".utf8),
      limit: .infinity
    )
    let list = "[\(cities.map { "\"\($0)\"" }.sorted().joined(separator: ","))]"

    let text = try ValueCoding.encode(map).text

    #expect(text.contains("\"cities\":\(list)"))
    #expect(text.contains("\"groups\":{\"all\":[\(list)],\"none\":[]}"))
    #expect(text.contains(#""updated":0.5"#))
    #expect(text.contains(#""site":"https://weather.example/a""#))
    #expect(text.contains(#""price":1.25"#))
    #expect(text.contains(#""data":{"utf8":"a"}"#))
    #expect(text.contains(#""limit":"infinity""#))
    let counts = (0..<20).map { ("\($0)", "\($0),[\($0)]") }.sorted { $0.0 < $1.0 }.map(\.1)
    #expect(text.contains("\"counts\":[\(counts.joined(separator: ","))]"))
    #expect(try ValueCoding.decode(JSONText(text), as: Map.self) == map)
    // An equal set with a different capacity has its elements in a different order.
    var copy = map
    copy.cities = Set(minimumCapacity: 1_000)
    copy.cities.formUnion(cities)
    #expect(try ValueCoding.encode([[copy]]) == ValueCoding.encode([[map]]))
  }

  @Test func `integers of 128 bits in other values are recorded`() throws {
    let text = try ValueCoding.encode(Wide()).text

    #expect(try ValueCoding.decode(JSONText(text), as: Wide.self) == Wide())
    #expect(try ValueCoding.encode(WideList()) == "[[1,2],3,4]")
  }

  @Test func `sets in nested containers and superclasses are recorded in sorted order`() throws {
    let station = Station()

    let text = try ValueCoding.encode(station).text

    #expect(text.hasPrefix(#"{"nested":{"deep":[null,[1,2]]},"#))
    #expect(text.hasSuffix(#""super":{"names":["a","b","c"]},"x":1.5}"#))
  }

  private enum Kind: String, Codable, CodingKeyRepresentable { case rain, snow }

  @Test func `a dictionary with keys that are coding keys can be replayed`() throws {
    let amounts: [Kind: Int] = [.rain: 3, .snow: 1]

    let text = try ValueCoding.encode(amounts)

    #expect(try ValueCoding.decode(text, as: [Kind: Int].self) == amounts)
  }
}

/// A type that encodes integers of 128 bits with unkeyed containers and with single-value
/// containers.
private struct WideList: Encodable {
  private struct Single<Number: Encodable>: Encodable {
    let number: Number
    let write: @Sendable (inout any SingleValueEncodingContainer, Number) throws -> Void

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try write(&container, number)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    var list = container.nestedUnkeyedContainer()
    try list.encode(1 as Int128)
    try list.encode(2 as UInt128)
    try container.encode(Single(number: 3 as Int128) { try $0.encode($1) })
    try container.encode(Single(number: 4 as UInt128) { try $0.encode($1) })
  }
}

private struct Wide: Codable, Hashable {
  var signed: Int128 = .min
  var unsigned: UInt128 = .max
  var list: [Int128] = [1]
  var unsignedList: [UInt128] = [2]
  var nested: [String: [Int128]] = ["a": [3]]
  var none: Int128?
}

private struct Map: Codable, Hashable {
  var cities: Set<String>
  var groups: [String: [Set<String>]]
  var counts: [UInt8: Set<Int128>]
  var updated: Date
  var site: URL?
  var price: Decimal
  var data: Data
  var limit: Double
  var missing: Int?
}

private class Place: Encodable {
  private enum CodingKeys: CodingKey { case names }

  let names: Set = ["b", "c", "a"]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(names, forKey: .names)
  }
}

private final class Station: Place {
  private enum CodingKeys: CodingKey { case x, nested, deep }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(1.5, forKey: .x)
    try super.encode(to: container.superEncoder())
    var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .nested)
    var deep = nested.nestedUnkeyedContainer(forKey: .deep)
    try deep.encodeNil()
    try deep.encode([2, 1] as Set)
  }
}
