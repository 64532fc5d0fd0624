import Dependence
import DependenceTesting
import Foundation
import TestKeys
import Testing

@testable import DependenceRecording

/// Tests of the files that recorders write.
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
