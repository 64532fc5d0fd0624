import Dependence
import DependenceTesting
import Foundation
import TestKeys
import Testing

@testable import DependenceRecording

@Suite(.dependencies) struct FileTests {
  private let folder = RecordingFolder()
  private let live = WeatherClient(
    forecast: { city, days in Forecast(city: city, celsius: Double(days ?? 0)) },
    count: { 1 }
  )

  @Test func `a recording is written as formatted JSON with sorted keys`() async throws {
    try await folder.run(.missing) { recorder in
      let client = recorder.wrap(live)
      _ = try await client.forecast("Berlin", 2)
      _ = client.count()
    }

    #expect(
      try folder.text() == """
        {
          "calls": [
            {
              "arguments": [
                "Berlin",
                2
              ],
              "endpoint": "WeatherClient.forecast",
              "returned": {
                "celsius": 2,
                "city": "Berlin",
                "measured": 0.125
              }
            },
            {
              "arguments": [],
              "endpoint": "WeatherClient.count",
              "returned": 1
            }
          ],
          "format": 1,
          "test": "WeatherTests.testRain"
        }

        """
    )
  }

  @Test func `recording the same calls again produces an identical file`() async throws {
    func record(_ mode: RecordingMode, in order: [Int]) async throws {
      try await folder.run(mode) { recorder in
        let client = recorder.wrap(live)
        await withTaskGroup { group in
          // The call of `wait` is open until all other calls have ended. The others also overlap,
          // so they end in an arbitrary order.
          let (gate, open) = AsyncStream.makeStream(of: Never.self)
          let (running, run) = AsyncStream.makeStream(of: Void.self)
          let wait = recorder.wrap("Gate.wait") { () async throws in
            run.finish()
            for await _ in gate {}
          }
          group.addTask {
            try? await wait()
            // If the call is already recorded, it is replayed and the closure above does not run.
            // The stream must end in this case, too.
            run.finish()
          }
          for await _ in running {}
          for day in order { group.addTask { _ = try? await client.forecast("Berlin", day) } }
          for _ in order { await group.next() }
          open.finish()
        }
      }
    }
    try await record(.all, in: [3, 1, 2])
    let first = try folder.text()

    try await record(.missing, in: [1, 2, 3])
    #expect(try folder.text() == first)
    try await record(.all, in: [2, 3, 1])
    #expect(try folder.text() == first)
  }

  @Test func `recording missing calls keeps the existing calls`() async throws {
    try await folder.run(.missing) { _ = try await $0.wrap(live).forecast("Berlin", 1) }
    try await folder.run(.missing) { recorder in
      let client = recorder.wrap(WeatherClient(count: { 9 }))
      _ = (client.count(), try await client.forecast("Berlin", 1))
    }

    let calls = try folder.file().load()?.calls ?? []
    #expect(
      calls.map(\.description) == [#"WeatherClient.forecast("Berlin",1)"#, "WeatherClient.count()"]
    )
  }

  @Test func `recording all calls replaces the existing calls`() async throws {
    try await folder.run(.missing) { _ = try await $0.wrap(live).forecast("Berlin", 1) }
    try await folder.run(.all) { _ = $0.wrap(live).count() }

    #expect(try folder.file().load()?.calls.map(\.endpoint) == ["WeatherClient.count"])
  }

  @Test func `a call that is still running at the end of the test is reported`() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Never.self)
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let messages = try await folder.run(.missing) { recorder in
      let endpoint = recorder.wrap("Slow.wait") { () async throws in
        start.yield()
        for await _ in gate {}
      }
      Task { try await endpoint() }
      for await _ in started { break }
    }
    open.finish()

    #expect(
      messages == [
        """
        Slow.wait() still ran when the test ended, so neither this call nor a later one with the same arguments was \
        recorded. Await the work that makes the call, or cancel and await it, before the test returns.
        """
      ]
    )
  }

  @Test
  func
    `a call after a call without a response is not recorded, so it is not replayed in its place`()
    async throws
  {
    let number = Lock(0)
    // The second response to the argument "a" cannot be decoded, so it is not recorded.
    let live = { @Sendable (_: String) async throws -> Limited in
      let current = number.withLock { number in
        number += 1
        return number
      }
      return Limited(value: current)
    }
    _ = try await issues(from: {
      try await folder.run(.all) { recorder in
        let read = recorder.wrap("API.read", live)
        for _ in 1...3 { _ = try await read("a") }
        _ = try await read("b")
      }
    })

    let calls = try #require(try folder.file().load()?.calls)
    #expect(calls.map(\.description) == [#"API.read("a")"#, #"API.read("b")"#])
    #expect(calls.first?.outcome == .returned(#"{"value":1}"#))
  }

  @Test(arguments: [
    ("{\n  \"calls\": [\n    oops\n  ],\n  \"format\": 1\n}", 3),
    ("{\n  \"calls\": [],\n  \"format\": 2\n}", 3),
    ("{\n  \"calls\": [\n    {\n      \"endpoint\": \"A.b\"\n    }\n  ],\n  \"format\": 1\n}", 3),
    ("{\n<<<<<<< HEAD\n  \"calls\": [],\n  \"format\": 1\n}", 2),
    ("{\n  \"calls\": [", 2),
    ("{\n  \"calls\": [],\n  \"test\": \"a\\", 3),
    ("{}\n{}", 2),
    ("", 1),
    ("{\n  \"calls\": [],\n  \"calls\": [],\n  \"format\": 1\n}", 3),
    (call("\"returned\": 1,\n\"returned\": 2"), 5),
    (call("\"returned\": 1,\n\"threw\": {\"type\": \"A\", \"description\": \"a\"}"), 5),
    (call("\"returned\": {\n\"a\": 1,\n\"a\": 2}"), 6),
    (call("\"stream\": {\n\"elements\": [],\n\"end\": \"open\",\n\"end\": \"finished\"}"), 7),
    (call("\"stream\": {\n\"elements\": [],\n\"end\": \"open\",\n\"threw\": {}}"), 7),
    (call("\"stream\": {\"end\": \"open\"}"), 4),
    (call("\"stream\": {\"elements\": []}"), 4),
    (call("\"returned\": nan"), 4),
    (call("\"returned\": 01"), 4),
    (call("\"returned\": \"\\ud800\""), 4),
  ])
  func `a damaged file causes a single error that contains the line`(text: String, line: Int) throws
  {
    try folder.write(text)

    let error = #expect(throws: RecordingProblem.self) { try folder.file().load() }

    #expect(error?.message.contains("\(folder.file().path), line \(line), cannot be read") == true)
  }

  /// Returns the text of a recording that contains one call. The line of `response` is number 4.
  private static func call(_ response: String) -> String {
    """
    {
      "calls": [
        {"endpoint": "A.b", "arguments": [],
          \(response)}
      ],
      "format": 1
    }
    """
  }

  @Test func `a file that is not valid UTF-8 is not repaired`() throws {
    try folder.write(Self.call("\"returned\":\n\"caf?\""))
    let url = URL(filePath: folder.file().path)
    let damaged = try Data(contentsOf: url).map { $0 == UInt8(ascii: "?") ? 0xE9 : $0 }
    try Data(damaged).write(to: url)

    let error = #expect(throws: RecordingProblem.self) { try folder.file().load() }

    #expect(error?.message.contains("line 5, cannot be read: a string is not valid UTF-8") == true)
  }

  @Test func `a file that a formatter has changed is replayed`() async throws {
    let city = #"a/"é" \#u{301}"#
    try folder.write(
      #"""
      {"format": 1, "calls": [{"endpoint": "API.find", "returned" : {"city": "\u0042erlin",
        "measured":0, "celsius": 1}, "arguments" :
        [ {"measured":0.125,"city":"a\/\"\u00e9\" \u0301" ,	"celsius" : 2} ] } ] }
      """#
    )

    try await folder.run(.replay) { recorder in
      let find = recorder.wrap("API.find") { (forecast: Forecast) async throws in forecast }
      let found = try await find(Forecast(city: city, celsius: 2))

      #expect(found.city == "Berlin")
    }
  }

  private enum Kind: String, Codable, CodingKeyRepresentable { case rain, snow }

  @Test func `a dictionary with keys that are coding keys can be replayed`() throws {
    let amounts: [Kind: Int] = [.rain: 3, .snow: 1]

    let text = try ValueCoding.encode(amounts)

    #expect(try ValueCoding.decode(text, as: [Kind: Int].self) == amounts)
  }

  @Test func `a file that cannot be replaced keeps its content and is reported`() async throws {
    try await folder.run(.missing) { _ = $0.wrap(live).count() }
    let text = try folder.text()
    // The tests may run as the superuser, who can replace any file. However, a folder at the path
    // of the file prevents even the superuser from writing the file.
    let other = folder.file("other")
    try FileManager.default.createDirectory(atPath: other.path, withIntermediateDirectories: true)

    let messages = try await RecordingSession.messages(in: other) { _ = $0.wrap(live).count() }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("cannot be written") == true)
    #expect(try folder.text() == text)
  }

  @Test(arguments: [true, false])
  func `a recording that is a symbolic link stays one`(fileExists: Bool) async throws {
    let (link, target) = (folder.file("link"), folder.file("target"))
    try folder.write("{}")
    if fileExists { try target.save("{}") }
    try FileManager.default.createSymbolicLink(
      atPath: link.path,
      withDestinationPath: "target.json"
    )

    let messages = try await RecordingSession.messages(in: link) { _ = $0.wrap(live).count() }

    #expect(messages.isEmpty)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "target.json")
    #expect(try target.load()?.calls.count == 1)
  }

  @Test(arguments: [RecordingMode.all, .missing])
  func `a test that ends with an error does not remove recorded calls`(mode: RecordingMode)
    async throws
  {
    try await folder.run(.all) { _ = try await $0.wrap(live).forecast("Berlin", 1) }
    let text = try folder.text()

    try await folder.run(mode, endingEarly: true) { _ in }
    #expect(try folder.text() == text)
    try await folder.run(mode, endingEarly: true) { _ = $0.wrap(live).count() }
    #expect(try folder.text().contains(#""Berlin""#))
    // This operation makes all recorded calls again, so the new recording lacks none of them.
    try await folder.run(mode, endingEarly: true) { recorder in
      let client = recorder.wrap(live)
      _ = (try await client.forecast("Berlin", 1), client.count())
    }
    #expect(try folder.file().load()?.calls.count == 2)
  }

  @Test func `two tests that use the same file fail`() throws {
    let file = folder.file()
    _ = try OpenRecordings.contents(of: file, for: TestIdentity(name: "one"))

    let error = #expect(throws: RecordingProblem.self) {
      try OpenRecordings.contents(of: file, for: TestIdentity(name: "two"))
    }

    #expect(error?.message.contains("The tests one and two use the same recording") == true)
    #expect(throws: Never.self) {
      try OpenRecordings.contents(of: file, for: TestIdentity(name: "one"))
    }
  }

  @Test(arguments: [
    ("App.B/rec()", "The tests App.A/rec() and App.B/rec() use the same recording, "),
    ("App.A/rec()", "Two cases of the test rec() use the same recording, "),
  ])
  func `tests with the same name that use the same file are distinguished in the message`(
    fullName: String,
    message: String
  ) throws {
    let file = folder.file()
    let tests = [("0", "App.A/rec()"), ("1", fullName)].map { id, fullName in
      TestIdentity(name: "rec()", fullName: fullName, id: id, recordingName: "", filter: "")
    }
    _ = try OpenRecordings.contents(of: file, for: tests[0])

    let error = #expect(throws: RecordingProblem.self) {
      try OpenRecordings.contents(of: file, for: tests[1])
    }

    #expect(error?.message.hasPrefix(message) == true)
  }

  @Test func `a call after the end of the test is reported`() async throws {
    let session = try folder.session(.verify)
    let client = Recorder(session, at: SourceSite()).wrap(live)
    _ = session.finish(Frame.current.root)

    let found = issues { _ = client.count() }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("was executed after the test") == true)
  }

  @Test func `a call that is replayed after the end of the test is reported`() async throws {
    try await folder.run(.all) { _ = $0.wrap(live).count() }
    let session = try folder.session(.replay)
    let client = Recorder(session, at: SourceSite()).wrap(live)
    _ = session.finish(Frame.current.root)

    let found = issues { _ = client.count() }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("was replayed after the test") == true)
  }

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

  @Test(arguments: ["a", "ä", "雨"])
  func `long test names become short, distinct file names`(character: String) {
    let names = ["a", "b"].map { end in
      let name = String(repeating: character, count: 200) + end
      return RecordingFile(named: name, beside: "/Tests.swift").path
    }

    #expect(names[0] != names[1])
    #expect(names.allSatisfy { $0.utf8.count < 200 })
  }

  @Test(arguments: [
    ("`the forecast mentions rain`()", "the-forecast-mentions-rain.json"),
    ("WeatherTests.testRain", "WeatherTests.testRain.json"),
    ("rain(city:)-Köln/Bonn", "rain-city-Köln-Bonn.json"),
    ("`.env is read`()", "env-is-read.json"),
  ])
  func `the name of a test is converted to a file name`(name: String, fileName: String) {
    let file = RecordingFile(named: name, beside: "/project/Tests/WeatherTests.swift")

    #expect(file.path == "/project/Tests/Recordings/WeatherTests/\(fileName)")
  }

  @Test(arguments: ["C", "C++", "C#", "-1", "1", ".5"])
  func `arguments that differ only in replaced characters have distinct file names`(
    language: String
  ) async throws {
    let found = await issues {
      let recorder = Recorder(filePath: folder.url.appending(path: "Tests.swift").path)
      _ = try? await recorder.wrap("API.load") { () async throws in 1 }()
    }

    let message = try #require(found.first?.message)
    let pattern = /file-names-language-?([^-]*)(-[0-9a-z]+)?\.json/
    let name = try #require(message.firstMatch(of: pattern), "\(message)").output
    #expect(name.1 == language.filter { $0.isLetter || $0.isNumber || $0 == "." })
    #expect((name.2 == nil) == ["C", "1", ".5"].contains(language))
  }

  @Test func `names without letters and digits become distinct, visible file names`() {
    let paths = ["`🎉`()", "`☔️`()", "`...`()"].map { name in
      RecordingFile(named: name, beside: "/Tests.swift").path
    }

    #expect(Set(paths).count == 3)
    #expect(!paths.contains { $0.contains("/.") }, "\(paths)")
  }
}

extension RecordingSession {
  /// Runs `operation` in a test that records all calls in `file`, and returns the messages of the
  /// issues of this test.
  fileprivate static func messages(
    in file: RecordingFile,
    _ operation: (Recorder) throws -> Void
  ) async throws -> [String] {
    let session = RecordingSession(
      .all,
      of: TestIdentity(name: "test"),
      in: file,
      RecordingContents(),
      Redaction(nil),
      at: SourceSite()
    )
    try operation(Recorder(session, at: SourceSite()))
    return session.finish(Frame.current.root).map(\.message)
  }
}

/// A type whose value 2 cannot be decoded.
private struct Limited: Codable {
  var value: Int

  init(value: Int) { self.value = value }

  init(from decoder: any Decoder) throws {
    value = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .value)
    if value == 2 {
      let context = DecodingError.Context(codingPath: [], debugDescription: "2 is not allowed.")
      throw DecodingError.dataCorrupted(context)
    }
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
