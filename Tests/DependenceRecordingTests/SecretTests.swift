import DependenceTesting
import Foundation
import TestKeys
import Testing

@testable import DependenceRecording

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.dependencies) struct SecretTests {
  private let folder = RecordingFolder()

  @Test func `headers with credentials are redacted, and the request still matches`() async throws {
    let url = try #require(URL(string: "https://weather.example"))
    var request = URLRequest(url: url)
    request.setValue("Bearer 4711", forHTTPHeaderField: "Authorization")
    let response = try #require(
      HTTPURLResponse(
        url: url,
        statusCode: 200,
        httpVersion: nil,
        headerFields: ["Set-Cookie": "session=4711", "Server": "nginx"]
      )
    )
    let live = WeatherClient(download: { _ in (Data(), response) })
    try await folder.run(.all) { [request] in _ = try await $0.wrap(live).download(request) }

    #expect(!(try folder.text().contains("4711")))
    #expect(try folder.text().contains("nginx"))
    request.setValue("Bearer 1234", forHTTPHeaderField: "Authorization")
    try await folder.run(.replay) { [request] in
      _ = try await $0.wrap(unreachable).download(request)
    }
  }

  @Test func `the redacting closure applies to all strings of a call`() async throws {
    let redacting: Redaction.Replacement = { name, value in
      name == "city" ? "a city" : value.replacing("4711", with: "…")
    }
    let live = WeatherClient(
      forecast: { _, _ in Forecast(city: "Berlin", celsius: 1) },
      updates: { _ in AsyncStream([1]) },
      alerts: { throw WeatherError.unknownCity("4711") }
    )
    try await folder.run(.all, redacting: redacting) { recorder in
      let client = recorder.wrap(live)
      _ = try await client.forecast("number 4711", 1)
      _ = try? await client.alerts()
    }

    let text = try folder.text()
    #expect(!text.contains("4711"))
    #expect(!text.contains("Berlin"))
    try await folder.run(.replay, redacting: redacting) { recorder in
      let forecast = try await recorder.wrap(unreachable).forecast("number 4711", 1)
      #expect(forecast.city == "a city")
    }
  }

  /// Records calls whose responses are the lengths of their arguments, and returns the messages of
  /// the issues.
  @discardableResult
  private func record(
    _ names: [String],
    _ mode: RecordingMode = .all,
    redacting: @escaping Redaction.Replacement
  ) async throws -> [String] {
    try await folder.run(mode, redacting: redacting) { recorder in
      let find = recorder.wrap("API.find") { (name: String) async throws in name.count }
      for name in names { _ = try await find(name) }
    }
  }

  @Test(arguments: [RecordingMode.all, .missing])
  func `calls whose arguments would be equal only in the recording are not recorded`(
    mode: RecordingMode
  ) async throws {
    let redacting: Redaction.Replacement = { _, _ in "PERSON" }
    // In the mode `missing`, the first of the two calls below is then replayed.
    try await record(["Anna"], redacting: redacting)

    let messages = try await record(["Anna", "Ben"], mode, redacting: redacting)

    #expect(
      messages == [
        """
        Several calls have different responses, and their arguments differ only in strings that redacting: replaced. They \
        were not recorded, because all of them would be API.find("PERSON"), so a replay could return the response of one \
        call to another. Replace different strings with different texts, such as PERSON-1 and PERSON-2, and record the \
        test again.
        """
      ]
    )
    let replay = await issues {
      _ = try? await record(["Anna", "Ben"], .replay, redacting: redacting)
    }
    #expect(!replay.isEmpty)
  }

  @Test func `calls that a replay cannot mix up are not reported`() async throws {
    let equalResponses = try await record(["Anna", "Otto"], redacting: { _, _ in "PERSON" })
    let distinct = try await record(["Anna", "Ben"], redacting: { "PERSON-\($1.count)" })
    let credentials = try await folder.run(.all, redacting: { $1 }) { recorder in
      let find = recorder.wrap("API.me") { (headers: [String: String]) async throws in
        headers["Authorization"]?.count
      }
      _ = try await (find(["Authorization": "old"]), find(["Authorization": "newer"]))
    }

    #expect(equalResponses + distinct + credentials == [])
  }

  @Test func `a rule for a name applies to the data with this name`() throws {
    let redaction = Redaction { name, value in name == "token" ? "REDACTED" : value }
    let token = try ValueCoding.encode(["token": Data("4711".utf8), "id": Data("12".utf8)])

    #expect(
      try redaction.redact(token) == #"{"id":{"utf8":"12"},"token":{"utf8":"REDACTED"}}"#
    )
    #expect(
      try redaction.redact(try ValueCoding.encode(["token": ["utf8": "4711", "x": "12"]]))
        == #"{"token":{"utf8":"4711","x":"12"}}"#
    )
  }

  @Test func `secrets in JSON inside data and strings are replaced`() throws {
    let redaction = Redaction { name, value in name == "token" ? "REDACTED" : value }
    let body = #"{ "token": "4711", "items": [{ "Authorization": "4712" }] }"#
    let redacted = #"{"items":[{"Authorization":"REDACTED"}],"token":"REDACTED"}"#

    #expect(try redaction.redact(.string(body)).string == redacted)
    let data = try redaction.redact(try ValueCoding.encode(Data(body.utf8)))
    #expect(
      String(decoding: try ValueCoding.decode(data, as: Data.self), as: UTF8.self) == redacted
    )
    // The redaction does not change text that contains no secret or that is not JSON.
    for text in [#"{ "a": [1,  2] }"#, "[info] 4711", "{}{}"] {
      #expect(try redaction.redact(.string(text)).string == text)
    }
  }

  private enum Field: String, Codable { case accept = "Accept", authorization = "Authorization" }

  @Test(arguments: [
    #"{"name":"Authorization","value":"4711"}"#, #"[{"Value":"4711","Name":"Set-Cookie"}]"#,
    #"{"KEY":"authorization","VALUE":["4711","4711"]}"#,
    #"["Accept","text","Authorization","4711"]"#, #"[["Cookie","4711"],["Accept","text"]]"#,
    #"["Set-Cookie",["4711"]]"#, #"{"body":"[\"cookie\",\"4711\"]"}"#,
  ])
  func `credentials are replaced in every form of headers`(json: JSONText) throws {
    let redacted = try Redaction(nil).redact(json).text

    #expect(!redacted.contains("4711"))
    #expect(redacted.contains("REDACTED"))
  }

  @Test func `a dictionary whose keys are names of headers is redacted`() throws {
    let fields: [Field: String] = [.accept: "text", .authorization: "Bearer 4711"]

    let redacted = try Redaction(nil).redact(ValueCoding.encode(fields))

    #expect(redacted.text == #"["Accept","text","Authorization","REDACTED"]"#)
  }

  @Test(arguments: [
    #"["Authorization","Cookie","Accept"]"#, #"["Accept","Cookie","a","b"]"#, #"["Cookie"]"#,
    #"{"name":"cookie","price":"4711"}"#, #"{"name":"Accept","value":"text"}"#, #"["cookie",[]]"#,
  ])
  func `values that are not the values of headers are not replaced`(json: JSONText) throws {
    #expect(try Redaction(nil).redact(json) == json)
  }

  @Test func `neighboring arguments are not mistaken for a header`() async throws {
    try await folder.run(.all) { recorder in
      let find = recorder.wrap("Bakery.find") { (_: String, flavor: String) async throws in flavor }
      _ = try await find("cookie", "vanilla")
    }

    #expect(try folder.text().contains("vanilla"))
  }

  @Test(arguments: [
    (#"{"token":"4711","a":1,"token":"4712"}"#, #"{"a":1,"token":"REDACTED","token":"REDACTED"}"#),
    ("\u{FEFF}{\"token\":\"4711\"}", "\u{FEFF}{\"token\":\"REDACTED\"}"),
  ])
  func `JSON with a byte order mark or repeated keys is redacted`(
    text: String,
    redacted: String
  ) throws {
    let redaction = Redaction { name, value in name == "token" ? "REDACTED" : value }

    let result = try #require(try redaction.redact(.string(text)).string)

    #expect(result.hasSameBytes(as: redacted))
  }

  @Test(arguments: [
    #"{"token":"4711","x":"\ud800"}"#, "{\"token\":\"47\t11\"}", "[{\"token\":\"4711\"}",
    "{\"token\":\"4711\"}\n{\"token\":\"4712\"}", "[ \"4711\", ]",
  ])
  func `text that begins like JSON but cannot be redacted is reported and not recorded`(
    text: String
  ) async throws {
    let redacting: Redaction.Replacement = { $0 == "token" ? "REDACTED" : $1 }
    let found = await issues {
      _ = try? await folder.run(.all, redacting: redacting) { recorder in
        let load = recorder.wrap("API.load") { () async throws in Data(text.utf8) }
        let send = recorder.wrap("API.send") { (_: String) async throws in 1 }
        _ = try await (load(), send(text))
      }
    }

    #expect(found.count == 2)
    #expect(
      found.first?.message.hasPrefix(
        "API.load has a result that contains text that begins like JSON but is not valid, so redacting: was not called"
      ) == true
    )
    #expect(
      found.last?.message.hasSuffix(
        "The text may contain a secret. Make the closure redacting: replace the whole text."
      ) == true
    )
    #expect(try folder.file().load()?.calls.isEmpty ?? true)
    // If the closure replaces the whole text, the call is recorded.
    let messages = try await folder.run(.all, redacting: { _, _ in "REDACTED" }) { recorder in
      _ = try await recorder.wrap("API.load") { () async throws in Data(text.utf8) }()
    }
    #expect(messages == [])
    #expect(try folder.file().load()?.calls.count == 1)
  }

  /// Returns the path of the recording that a recorder of the current test uses.
  private func recordingPath(redacting: Redaction.Replacement? = nil) async throws -> String {
    let found = await issues {
      let recorder = Recorder(
        redacting: redacting,
        filePath: folder.url.appending(path: "Tests.swift").path
      )
      _ = try? await recorder.wrap("API.load") { () async throws in 1 }()
    }
    let message = try #require(found.first?.message)
    return String(try #require(message.firstMatch(of: /Recordings\/\S+\.json/)).output)
  }

  @Test(arguments: [("anna@example.org", Denied(email: "anna@example.org"))])
  func `a file name does not contain an argument that redacting replaces`(
    name: String,
    error: Denied
  ) async throws {
    let byText = try await recordingPath { $1.contains("@") ? "REDACTED" : $1 }

    #expect(!byText.contains("example"), "\(byText)")
    // The rule of a second recorder does not change the name of the file.
    let found = await issues {
      let path = try? await recordingPath { $1.contains("@") ? "a person" : $1 }
      #expect(path == byText)
    }
    #expect(found.isEmpty)
  }

  @Test(arguments: ["anna.example.org"])
  func `a rule that comes too late for the file name is reported`(name: String) async throws {
    let path = try await recordingPath()

    let found = issues {
      _ = Recorder(
        redacting: { $1.contains("anna") ? "REDACTED" : $1 },
        filePath: folder.url.appending(path: "Tests.swift").path
      )
    }

    #expect(
      found.map(\.message) == [
        """
        The name of the recording \(path) contains an argument of the test that redacting: would replace. Pass the same \
        closure as redacting: to the test's first recorder, too.
        """
      ]
    )
  }

  @Test(arguments: [Denied(email: "anna@example.org")])
  func `a rule for the property of an argument applies to the file name`(error: Denied) async throws
  {
    let path = try await recordingPath { $0 == "email" ? "REDACTED" : $1 }

    #expect(!path.contains("anna"), "\(path)")
  }

  @Test(arguments: ["sesame.55d3.argument"])
  func `a file name does not contain the value of an environment variable`(value: String)
    async throws
  {
    setenv("DEPENDENCE_RECORDING_TEST_ARGUMENT_SECRET", value, 1)
    defer { unsetenv("DEPENDENCE_RECORDING_TEST_ARGUMENT_SECRET") }

    let path = try await recordingPath()

    #expect(!path.contains("sesame"), "\(path)")
  }

  @Test func `the description of an error does not reveal redacted values`() async throws {
    let live = WeatherClient(forecast: { _, _ in throw Denied(email: "anna@example.org") })
    try await folder.run(.all, redacting: { $0 == "email" ? "REDACTED" : $1 }) { recorder in
      _ = try? await recorder.wrap(live).forecast("Berlin", 1)
    }

    #expect(!(try folder.text().contains("anna")))
  }

  private let secrets = EnvironmentSecrets([
    "API_TOKEN": "abc\"d/f", "USER": "anna1234", "SHORT_KEY": "yes",
    "MY_PASSWORD": "correct horse", "CACHE_KEYS": "test", "DEBUG_KEY": "true",
    "PIN_SECRET": "48151623",
  ])

  private func secret(in value: some Encodable) throws -> String? {
    let outcome = RecordedOutcome.returned(try Redaction(nil).redact(ValueCoding.encode(value)))
    let call = RecordedCall(endpoint: "API.test", arguments: "[]", outcome: outcome)
    return secrets.name(foundIn: [call])
  }

  @Test(arguments: [
    #"x abc"d/f y"#, #"{"a":"abc\"d\/f"}"#, #"{"a":["abc\u0022d/f"]}"#, #"log: abc\"d/f"#,
    #"{"a":"{\"b\":\"abc\\\"d/f\"}"}"#, "https://a.example/?key=abc%22d%2Ff&rest=100%",
    Data(#"abc"d/f"#.utf8).base64EncodedString(), #"abc"d/f\#u{301}"#,
  ])
  func `the value of an environment variable is found in every encoding`(text: String) throws {
    #expect(try secret(in: text) == "API_TOKEN")
    #expect(try secret(in: [text: 1]) == "API_TOKEN")
    #expect(try secret(in: Data(text.utf8)) == "API_TOKEN")
  }

  @Test func `other values of environment variables are found`() throws {
    #expect(try secret(in: "a correct horse") == "MY_PASSWORD")
    #expect(try secret(in: "q=correct+horse") == "MY_PASSWORD")
    #expect(try secret(in: 48_151_623) == "PIN_SECRET")
    #expect(try secret(in: ["a test"]) == "CACHE_KEYS")
    #expect(try secret(in: [Data([0xFF]) + Data("correct horse".utf8)]) == "MY_PASSWORD")
    #expect(try secret(in: "anna1234 yes") == nil)
  }

  @Test(arguments: ["secr-1234\n", " secr-1234\r\n", "\tsecr-1234 "])
  func `white space around the value of an environment variable is ignored`(value: String) {
    let call = RecordedCall(
      endpoint: "API.test",
      arguments: "[]",
      outcome: .returned(#""a secr-1234""#)
    )

    #expect(EnvironmentSecrets(["API_TOKEN": value]).name(foundIn: [call]) == "API_TOKEN")
    #expect(EnvironmentSecrets(["API_TOKEN": " a \n"]).name(foundIn: [call]) == nil)
  }

  @Test func `the names of the format and of properties do not count as secrets`() throws {
    #expect(try secret(in: ["test": true]) == nil)
  }

  @Test func `a secret is found in arguments, errors and streams`() {
    let json: JSONText = #""correct horse""#
    let failure = RecordedFailure(type: "E", description: "correct horse")
    let encoded = RecordedFailure(type: "E", description: "E", symbol: "E", value: json)
    let stream = RecordedStream(elements: [.init(delay: 0, value: json)])
    let calls = [
      RecordedCall(endpoint: "A.b", arguments: #"["correct horse"]"#, outcome: .returned("1")),
      RecordedCall(endpoint: "A.b", arguments: "[]", outcome: .threw(failure)),
      RecordedCall(endpoint: "A.b", arguments: "[]", outcome: .threw(encoded)),
      RecordedCall(endpoint: "A.b", arguments: "[]", outcome: .stream(stream)),
      RecordedCall(
        endpoint: "A.b",
        arguments: "[]",
        outcome: .stream(RecordedStream(end: .threw(failure)))
      ),
    ]

    #expect(calls.allSatisfy { secrets.name(foundIn: [$0]) == "MY_PASSWORD" })
  }

  @Test
  func `a recording that contains a secret from the environment is not written`() async throws {
    // No other test uses a variable with this name.
    let value = "sesame-\(UUID().uuidString)"
    setenv("DEPENDENCE_RECORDING_TEST_SECRET", value, 1)
    defer { unsetenv("DEPENDENCE_RECORDING_TEST_SECRET") }

    let messages = try await folder.run(.all) { recorder in
      _ = await recorder.wrap(WeatherClient(name: { _ in value })).name(1)
    }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("DEPENDENCE_RECORDING_TEST_SECRET") == true)
    #expect(messages.first?.contains(value) == false)
    #expect(try folder.file().load() == nil)
  }
}

struct Denied: Error, Codable { let email: String }
