import DependenceHarness
import DependenceMacros
import DependenceTesting
import Foundation
import TestKeys
import Testing

@testable import DependenceRecording

/// Tests of responses that could be written to a file, but not be replayed from it. They are
/// reported while a test records.
@Suite(.dependencies) struct UnrecordableTests {
  private let folder = RecordingFolder()

  /// Records a call that fails or that has a response that cannot be replayed, and returns the
  /// messages of the issues.
  private func record(
    redacting: Redaction.Replacement? = nil,
    _ call: (Recorder) async throws -> Void
  ) async throws -> [String] {
    let found = await issues {
      let messages = try? await folder.run(.all, redacting: redacting) { try? await call($0) }
      #expect(messages == [])
    }
    #expect(try folder.file().load()?.calls.isEmpty == true)
    return found.map(\.message)
  }

  @Test func `a typed error that is not Codable is reported while recording`() async throws {
    let live = SensorClient(read: { () throws(Plain) in throw Plain() })
    let messages = try await record { _ = try $0.wrap(live).read() }

    #expect(messages.count == 1)
    #expect(
      messages.first?.contains("SensorClient.read has an error of type") == true
        && messages.first?.contains("Plain") == true
        && messages.first?.contains("only its description can be recorded") == true
    )
  }

  @Test func `JSON that is nested too deeply to find secrets in it is not recorded`() async throws {
    let secret = #"["Cookie", "session"]"#
    let text = String(repeating: "[", count: 600) + secret + String(repeating: "]", count: 600)
    let messages = try await record { recorder in
      _ = try await recorder.wrap("API.text") { () async throws -> String in text }()
    }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("nested more than 512 levels deep") == true)
  }

  /// A reporter that keeps issues, but leaves them to the test.
  private final class Notes: IssueReporter {
    private let noted = Lock<[String]>([])

    var messages: [String] { noted.withLock { $0 } }

    func report(_ issue: DependencyIssue) -> Bool {
      noted.withLock { $0.append(issue.message) }
      return false
    }
  }

  private struct SilentOwner: RootOwner {
    let name = "pays()"

    func receive(_ issue: DependencyIssue) -> Bool { true }
    func scopeWillEscape() {}
  }

  /// Records two calls, of which the first reports an issue, in a test of its own.
  private func recordCalls(
    in call: (_ makeCall: () async throws -> Int) async throws -> Int = { try await $0() }
  ) async throws -> (messages: [String], outcomes: [RecordedOutcome]?) {
    let notes = Notes()
    try await Frame.bind(RootFrame(DependencyRoot(owner: SilentOwner()))) {
      try await withIssueReporter(notes) {
        _ = try await folder.run(.all) { recorder in
          let endpoint = recorder.wrap("API.count") { (number: Int) async throws -> Int in
            if number == 1 { reportIssue("one") }
            return number
          }
          _ = try await call { try await endpoint(1) }
          _ = try await endpoint(2)
        }
      }
    }
    return (notes.messages, try folder.file().load()?.calls.map(\.outcome))
  }

  @Test func `a call that reports an issue is not recorded, but the next one is`() async throws {
    let (messages, outcomes) = try await recordCalls()

    #expect(messages.count == 2)
    #expect(messages.first == "one")
    #expect(messages.last?.contains("reported while API.count(1) was executed") == true)
    #expect(outcomes == [.returned("2")])
  }

  @Test func `a call that reports an issue keeps its recorded response`() async throws {
    try await folder.run(.all) { recorder in
      let endpoint = recorder.wrap("API.count") { (_: Int) async throws -> Int in 1 }
      _ = try await endpoint(1)
    }

    _ = try await recordCalls()

    #expect(try folder.file().load()?.calls.map(\.outcome) == [.returned("1")])
  }

  @Test func `redacted calls with equal responses do not keep calls that are no longer made`()
    async throws
  {
    let record = { (arguments: [String]) in
      _ = try await folder.run(.all, redacting: { _, text in text.hasPrefix("x") ? "X" : text }) {
        recorder in
        let endpoint = recorder.wrap("API.find") { (_: String) async throws -> Int in 1 }
        for argument in arguments { _ = try await endpoint(argument) }
      }
    }
    try await record(["x1", "x2", "old"])

    try await record(["x1", "x2"])

    #expect(
      try folder.file().load()?.calls.map(\.description) == [#"API.find("X")"#, #"API.find("X")"#]
    )
  }

  @Test func `a call that reports an expected issue is recorded`() async throws {
    let (messages, outcomes) = try await recordCalls { call in
      try await withExpectedIssues { try await call() }
    }

    #expect(messages == [])
    #expect(outcomes == [.returned("1"), .returned("2")])
  }

  @Test func `a call that reports an issue in a stress test is not recorded`() async throws {
    let found = await issues {
      try? await stress(iterations: 1) { [folder] _ in
        try await folder.run(.all) { recorder in
          let endpoint = recorder.wrap("API.count") { (number: Int) async throws -> Int in
            if number == 1 { reportIssue("one") }
            return number
          }
          _ = (try await endpoint(1), try await endpoint(2))
        }
      }
    }

    #expect(found.count == 2)
    #expect(try folder.file().load()?.calls.map(\.outcome) == [.returned("2")])
  }

  @Test func `an issue of a recorder does not hide another issue during the same call`()
    async throws
  {
    try await Frame.bind(RootFrame(DependencyRoot(owner: SilentOwner()))) {
      _ = try await folder.run(.all) { recorder in
        let inner = recorder.wrap("API.count") { () async throws -> Int in 1 }
        let count = recorder.wrap("API.count") { () async throws -> Int in
          let found = await issues { _ = try? await inner() }
          #expect(found.count == 1)
          reportIssue("The count is unknown.")
          return 0
        }
        _ = try await count()
      }
    }

    #expect(try folder.file().load()?.calls.isEmpty == true)
  }

  @Test func `a missing call of an endpoint with a typed error ends the process with a message`()
    async throws
  {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      // The issue has to be collected, because it would otherwise fail this test.
      _ = await issues {
        _ = try? await RecordingFolder().run(.replay) {
          _ = try? $0.wrap(unreachable).check("Berlin")
        }
      }
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(output.contains("WeatherClient.check(\"Berlin\") was not recorded"))
    #expect(output.contains("WeatherClient.check can throw only errors of type WeatherError"))
  }

  @Test func `an error that cannot be decoded is reported while recording`() async throws {
    let messages = try await record { recorder in
      let endpoint = recorder.wrap("API.fail") { () async throws -> Int in throw OneWay() }
      _ = try await endpoint()
    }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("API.fail has an error of type") == true)
    #expect(messages.first?.contains("OneWay cannot be decoded") == true)
  }

  @Test func `an error of a stream that cannot be decoded is reported while recording`()
    async throws
  {
    let messages = try await record { recorder in
      let endpoint = recorder.wrap("API.values") { () async throws in
        AsyncThrowingStream<Int, any Error> { throw OneWay() }
      }
      for try await _ in try await endpoint() {}
    }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("OneWay cannot be decoded") == true)
  }

  @Test func `a result that cannot be decoded is reported while recording`() async throws {
    let messages = try await record { recorder in
      let endpoint = recorder.wrap("API.value") { () async throws in OneWay() }
      _ = try await endpoint()
    }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("API.value has a result of type OneWay") == true)
  }

  @Test(arguments: [nil, .some(nil), 1] as [Int??])
  func `a nested optional is reported while recording`(value: Int??) async throws {
    let messages = try await record { recorder in
      let endpoint = recorder.wrap("API.value") { (_: Int??) async throws in 1 }
      let result = recorder.wrap("API.result") { () async throws in value }
      _ = try await (endpoint(value), result())
    }

    #expect(messages.count == 2)
    #expect(messages.first?.contains("API.value has an argument of type Optional<Opt") == true)
    #expect(messages.last?.contains("API.result has a result of type Optional<Opt") == true)
  }

  @Test func `a closure as an argument is reported as a closure`() async throws {
    let live = UploadClient(send: { _, _ in 1 }, observe: { _ in })
    let messages = try await record { recorder in
      let client = recorder.wrap(live)
      _ = try await client.send("a", { _ in })
      try await client.observe({ _ in })
    }

    let message = """
      UploadClient.send has an argument that is a closure or contains one, and closures cannot be recorded. So its calls \
      are neither recorded nor replayed. Replace the closure, for example with a stream that the endpoint returns, or \
      assign another closure to this endpoint after the client has been wrapped.
      """
    #expect(messages == [message, message.replacing("send", with: "observe")])
  }

  @Test func `a redaction that makes a result impossible to decode is reported`() async throws {
    let messages = try await record(redacting: { _, _ in "REDACTED" }) { recorder in
      let endpoint = recorder.wrap("API.level") { () async throws in Level.low }
      _ = try await endpoint()
    }

    #expect(messages.count == 1)
    #expect(messages.first?.contains("which may be the cause: \"REDACTED\"") == true)
  }
}

@DependencyClient
struct SensorClient: Sendable {
  var read: @Sendable () throws(Plain) -> Int = { () throws(Plain) in 0 }
}

@DependencyClient
struct UploadClient: Sendable {
  var send: @Sendable (_ name: String, _ progress: (Int) -> Void) async throws -> Int
  var observe: @Sendable (_ onEvent: @escaping @Sendable (Int) -> Void) async throws -> Void
}

struct Plain: Error {}

private enum Level: String, Codable { case low }

/// An error that can be encoded but not decoded.
struct OneWay: Error, Codable {
  init() {}

  init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "OneWay cannot be decoded.")
    )
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("one way")
  }
}
