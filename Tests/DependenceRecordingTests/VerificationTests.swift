import DependenceTesting
import Foundation
import Subprocesses
import TestKeys
import Testing

@testable import DependenceRecording

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.dependencies) struct VerificationTests {
  private let folder = RecordingFolder()
  private let live = WeatherClient(
    forecast: { city, days in
      if city.isEmpty { throw WeatherError.unknownCity(city) }
      return Forecast(city: city, celsius: Double(days ?? 0))
    },
    updates: { _ in AsyncStream([1, 2]) }
  )

  private func use(_ client: WeatherClient) async throws {
    _ = try await client.forecast("Berlin", 1)
    _ = try? await client.forecast("", 1)
    for await _ in client.updates("Berlin") {}
  }

  @Test func `responses that equal the recorded ones pass verification`() async throws {
    try await folder.run(.all) { try await use($0.wrap(live)) }

    let messages = try await folder.run(.verify) { try await use($0.wrap(live)) }

    #expect(messages.isEmpty)
  }

  @Test func `responses that differ are reported as a table`() async throws {
    try await folder.run(.all) { try await use($0.wrap(live)) }
    var changed = live
    changed.forecast = { city, _ in
      if city.isEmpty { throw WeatherError.unknownCity("nowhere") }
      return Forecast(city: city, celsius: 99)
    }
    changed.updates = { _ in AsyncStream([1, 3]) }

    let client = changed
    let messages = try await folder.run(.verify) { try await use($0.wrap(client)) }

    let message = try #require(messages.first)
    #expect(message.hasPrefix("3 of 3 calls differ from the recording:"))
    #expect(message.contains(#"recorded: returned {"celsius":1"#))
    #expect(message.contains(#"now:      returned {"celsius":99"#))
    #expect(message.contains(#"WeatherError: {"unknownCity":{"_0":""}}"#))
    #expect(message.contains(#"WeatherError: {"unknownCity":{"_0":"nowhere"}}"#))
    #expect(message.contains("now:      a stream of 1, 3, which finished"))
    #expect(message.contains("DEPENDENCE_RECORD=all"))
  }

  @Test(arguments: [
    (length: 150, start: "returned \"aaa", end: "b\""),
    (length: 1_000, start: "… aaa", end: "b\""),
  ])
  func `a long response is shown at its first difference`(length: Int, start: String, end: String)
    async throws
  {
    let client = { (end: String) in
      WeatherClient(name: { _ in String(repeating: "a", count: length) + end })
    }
    try await folder.run(.all) { _ = await $0.wrap(client("b")).name(1) }

    let messages = try await folder.run(.verify) { _ = await $0.wrap(client("c")).name(1) }

    let lines = try #require(messages.first).split(separator: "\n")
    #expect(lines.contains { $0.contains("recorded: \(start)") && $0.hasSuffix(end) })
    #expect(
      lines.contains {
        $0.contains("now:      \(start)") && $0.hasSuffix(end.replacing("b", with: "c"))
      }
    )
    #expect(lines.allSatisfy { $0.count < 250 })
  }

  @Test func `a table with many differences states how many rows it leaves out`() async throws {
    let cities = (1...25).map { "City \($0)" }
    try await folder.run(.all) { recorder in
      let client = recorder.wrap(live)
      for city in cities { _ = try await client.forecast(city, 1) }
    }
    var changed = live
    changed.forecast = { city, _ in Forecast(city: city, celsius: 99) }

    let client = changed
    let messages = try await folder.run(.verify) { recorder in
      let client = recorder.wrap(client)
      for city in cities { _ = try await client.forecast(city, 1) }
    }

    let message = try #require(messages.first)
    let listed = message.split(separator: "\n").count { $0.contains("recorded:") }
    #expect(message.hasPrefix("25 of 25 calls differ from the recording:"))
    #expect(listed < 25)
    #expect(message.contains("and \(25 - listed) more"))
  }

  @Test(arguments: [(elements: [1.0, 2, 3], differences: 0), ([1], 1), ([1, 5, 6], 1)])
  func `a fake matches a stream that its consumer left if it begins in the same way`(
    elements: [Double],
    differences: Int
  ) async throws {
    let endless = WeatherClient(
      updates: { _ in
        AsyncStream { continuation in for element in 1...3 { continuation.yield(Double(element)) } }
      }
    )
    try await folder.run(.all) { recorder in
      for await element in recorder.wrap(endless).updates("Berlin") where element == 2 { break }
    }
    let recording = Recording(
      named: "test",
      filePath: folder.url.appending(path: "Tests.swift").path
    )

    let found = await issues {
      await recording.verify("WeatherClient.updates") { (_: String) in AsyncStream(elements) }
    }

    #expect(found.count == differences)
  }

  @Test func `a call that was not recorded is reported as a difference`() async throws {
    let messages = try await folder.run(.verify) { try await use($0.wrap(live)) }

    #expect(messages.first?.contains("recorded: nothing") == true)
    #expect(try folder.file().load() == nil)
  }

  // MARK: - Fakes

  @Test func `a fake that behaves like the recording passes`() async throws {
    try await folder.run(.all) { try await use($0.wrap(live)) }
    let recording = Recording(
      named: "test",
      filePath: folder.url.appending(path: "Tests.swift").path
    )

    let found = await issues {
      await recording.verify("WeatherClient.forecast", live.forecast)
      await recording.verify("WeatherClient.updates", live.updates)
    }

    #expect(found.isEmpty)
  }

  @Test func `the responses of a fake are redacted before they are compared`() async throws {
    let redacting: Redaction.Replacement = { $1.replacing("4711", with: "REDACTED") }
    let url = try #require(URL(string: "https://weather.example"))
    let response = try #require(
      HTTPURLResponse(
        url: url,
        statusCode: 200,
        httpVersion: nil,
        headerFields: ["Set-Cookie": "session=1234"]
      )
    )
    let live = WeatherClient(
      forecast: { _, _ in throw WeatherError.unknownCity("4711") },
      name: { _ in "station 4711" },
      head: { _ in response },
      alerts: { AsyncThrowingStream(AsyncStream(["alert 4711"])) }
    )
    try await folder.run(.all, redacting: redacting) { recorder in
      let client = recorder.wrap(live)
      _ = (await client.name(1), try await client.head(url), try? await client.forecast("", 1))
      for try await _ in try await client.alerts() {}
    }
    #expect(!(try folder.text().contains("4711")))
    let path = folder.url.appending(path: "Tests.swift").path
    let recording = Recording(named: "test", redacting: redacting, filePath: path)
    let plain = Recording(named: "test", filePath: path)

    let found = await issues {
      await recording.verify("WeatherClient.name", live.name)
      await recording.verify("WeatherClient.head", live.head)
      await recording.verify("WeatherClient.forecast", live.forecast)
      await recording.verify("WeatherClient.alerts", live.alerts)
      await plain.verify("WeatherClient.head", live.head)
    }
    let differences = await issues { await plain.verify("WeatherClient.name", live.name) }

    #expect(found.isEmpty)
    #expect(differences.count == 1)
  }

  @Test func `a fake that behaves differently fails with a table`() async throws {
    try await folder.run(.all) { try await use($0.wrap(live)) }
    let recording = Recording(
      named: "test",
      filePath: folder.url.appending(path: "Tests.swift").path
    )

    let found = await issues {
      await recording.verify("WeatherClient.forecast") { (city: String, _: Int?) in
        Forecast(city: city, celsius: 1)
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.hasPrefix("1 of 2 calls differs from the recording:") == true)
  }

  @Test func `verifying an endpoint without recorded calls is reported`() async throws {
    try await folder.run(.all) { try await use($0.wrap(live)) }
    let recording = Recording(
      named: "test",
      filePath: folder.url.appending(path: "Tests.swift").path
    )

    let found = await issues { await recording.verify("WeatherClient.forecasts", live.forecast) }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("It has calls to WeatherClient.forecast") == true)
  }

  @Test func `a fake with different parameters is reported as a difference`() async throws {
    try await folder.run(.all) { try await use($0.wrap(live)) }
    let recording = Recording(
      named: "test",
      filePath: folder.url.appending(path: "Tests.swift").path
    )

    let found = await issues {
      await recording.verify("WeatherClient.forecast") { (city: String) in city }
    }

    #expect(found.first?.message.contains("the recorded call has 2 arguments") == true)
  }

  @Test func `a missing recording is reported when it is created and when it is used`() async {
    var recording: Recording?
    let found = issues { recording = Recording(named: "nothing", filePath: folder.url.path) }
    let again = await issues { await recording?.verify("WeatherClient.forecast", live.forecast) }

    #expect(found.count == 1)
    #expect(again.count == 1)
    #expect(again.first?.message.hasPrefix("Nothing was compared.") == true)
  }

  @Test func `a fake with a longer stream than the recording is reported`() async throws {
    try await folder.run(.all) { try await use($0.wrap(live)) }
    let recording = Recording(
      named: "test",
      filePath: folder.url.appending(path: "Tests.swift").path
    )

    let found = await issues {
      await recording.verify("WeatherClient.updates") { (_: String) in
        AsyncStream { 1.0 }
      }
    }

    #expect(found.count == 1)
  }

  @Test func `a fake whose stream stays open is reported as a difference`() async throws {
    try await folder.run(.all) { try await use($0.wrap(live)) }
    var recording = Recording(
      named: "test",
      filePath: folder.url.appending(path: "Tests.swift").path
    )
    recording.patience = .milliseconds(50)
    let (gate, open) = AsyncStream.makeStream(of: Double.self)
    let found = await issues { [recording] in
      await recording.verify("WeatherClient.updates") { (_: String) in gate }
    }
    open.finish()

    #expect(found.count == 1)
    let message = found.first?.message ?? ""
    #expect(
      message.contains(
        """
          WeatherClient.updates("Berlin")
            now:      the stream does not fit the recording: after
        """
      )
    )
    #expect(message.contains("in which the process was"))
  }
}

/// Tests that `RecordingAuditTests` runs in a separate process.
@Suite(.dependencies) struct RecordingProbes {
  private let name = "RecordedCase.testReplaysTheRecordingOfItsTest"
  private let path = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "RecordedCase.swift").path

  @Test func unverified() { _ = Recording(named: name, filePath: path) }

  @Test func repeated() async throws {
    try await stress(iterations: 3) { [name, path] _ in
      _ = Recording(named: name, filePath: path)
    }
  }

  @Test(
    .recorded { $1.weather = $0.wrap(unreachable) },
    .dependencies { $0.weather.name = { "station \($0)" } }
  )
  func replaced() async {
    @Dependency(\.weather) var weather
    #expect(await weather.name(7) == "station 7")
  }

  @Test func repeatedRecorder() async throws {
    try await stress(iterations: 3) { [path] _ in
      _ = Recorder(named: "none", filePath: path).wrap(unreachable)
    }
  }

  @Test func repeatedCalls() async throws {
    try await stress(iterations: 3) { [path] iteration in
      let client = Recorder(named: "one", filePath: path).wrap(unreachable)
      if iteration.number == 1 { _ = await issues { _ = try? await client.icon("") } }
    }
  }

  @Test func verified() async {
    let recording = Recording(named: name, filePath: path)
    await recording.verify("WeatherClient.name") { (number: Int) in "station \(number)" }
  }
}

struct RecordingAuditTests {
  @Test(
    arguments: [("unverified", "1", 1), ("unverified", "0", 0), ("verified", "1", 0)]
      as [(String, String, Int32)]
  )
  func `an audit fails a test that reads a recording and compares nothing with it`(
    probe: String,
    audit: String,
    exitCode: Int32
  ) async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "RecordingProbes/\(probe)"],
      environment: ["DEPENDENCE_AUDIT": audit]
    )

    #expect(transcript.ending == .exit(exitCode), "\(transcript)")
    #expect(
      transcript.contains("but the test compared no implementation with it") == (exitCode == 1),
      "\(transcript)"
    )
  }

  @Test(
    arguments: [
      ("replaced", "1", "The test called no client that uses the recording Recordings/"),
      ("replaced", "0", nil),
      (
        "repeatedRecorder", "1",
        "No run of this repeated test called a client that uses the recording"
      ),
      ("repeatedRecorder", "0", nil), ("repeatedCalls", "1", nil),
    ] as [(String, String, String?)]
  )
  func `an audit fails a test with a recorder whose client is never called`(
    probe: String,
    audit: String,
    message: String?
  ) async throws {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "RecordingProbes/\(probe)\\("],
      environment: ["DEPENDENCE_AUDIT": audit]
    )

    #expect(transcript.ending == .exit(message == nil ? 0 : 1), "\(transcript)")
    if let message {
      #expect(transcript.output.components(separatedBy: message).count == 2, "\(transcript)")
    }
  }

  @Test func `an audit reports once a recording with which no iteration compares anything`()
    async throws
  {
    let transcript = try await Subprocess.runSelf(
      ["--testing-library", "swift-testing", "--filter", "RecordingProbes/repeated"],
      environment: ["DEPENDENCE_AUDIT": "1"]
    )

    #expect(transcript.ending == .exit(1), "\(transcript)")
    let message = "No run of this repeated test compared an implementation with the recording"
    #expect(transcript.output.components(separatedBy: message).count == 2, "\(transcript)")
  }
}
