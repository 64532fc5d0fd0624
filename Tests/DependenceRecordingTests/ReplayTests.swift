import DependenceTesting
import Foundation
import Synchronization
import TestKeys
import Testing

@testable import DependenceRecording

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.dependencies) struct ReplayTests {
  private let folder = RecordingFolder()

  @Test func `a recorded call is replayed without being executed`() async throws {
    let live = WeatherClient(forecast: { city, days in
      Forecast(city: city, celsius: 21.5 + Double(days ?? 0))
    })
    try await folder.run(.missing) { recorder in
      let client = recorder.wrap(live)
      _ = try await client.forecast(city: "Bérlin/\"1\"", days: nil)
      _ = try await client.forecast(city: "Berlin", days: 2)
    }

    try await folder.run(.replay) { recorder in
      let client = recorder.wrap(unreachable)
      let later = try await client.forecast("Berlin", 2)
      let now = try await client.forecast("Bérlin/\"1\"", nil)

      #expect(later == Forecast(city: "Berlin", celsius: 23.5))
      #expect(now == Forecast(city: "Bérlin/\"1\"", celsius: 21.5))
    }
  }

  @Test func `endpoints with any combination of async and throws are replayed`() async throws {
    let live = WeatherClient(
      refresh: {},
      count: { 7 },
      name: { "name \($0)" },
      check: { city throws(WeatherError) in
        if city.isEmpty { throw .unknownCity(city) }
        return true
      }
    )
    try await folder.run(.all) { recorder in
      let client = recorder.wrap(live)
      try await client.refresh()
      _ = (client.count(), await client.name(3), try? client.check("Berlin"), try? client.check(""))
    }

    try await folder.run(.replay) { recorder in
      let client = recorder.wrap(unreachable)

      try await client.refresh()
      #expect(client.count() == 7)
      #expect(await client.name(3) == "name 3")
      #expect(try client.check("Berlin"))
      #expect(throws: WeatherError.unknownCity("")) { try client.check("") }
    }
  }

  @Test func `repeated calls get their responses in the order of the recording`() async throws {
    let calls = Mutex(0)
    let live = WeatherClient(count: {
      calls.withLock {
        $0 += 1; return $0
      }
    })
    try await folder.run(.missing) { recorder in
      let client = recorder.wrap(live)
      _ = (client.count(), client.count(), client.count())
    }

    try await folder.run(.replay) { recorder in
      let client = recorder.wrap(unreachable)
      let counts = (1...3).map { _ in client.count() }

      #expect(counts == [1, 2, 3])
    }
  }

  @Test
  func `a call that was not recorded fails the test and shows the command to record it`()
    async throws
  {
    let live = WeatherClient(forecast: { city, _ in Forecast(city: city, celsius: 1) })
    try await folder.run(.missing) { _ = try await $0.wrap(live).forecast("Berlin", 1) }

    let found = await issues {
      _ = try? await folder.run(.replay) { recorder in
        await #expect(throws: (any Error).self) {
          try await recorder.wrap(unreachable).forecast("Paris", 1)
        }
      }
    }

    #expect(found.count == 1)
    let message = try #require(found.first?.message)
    #expect(message.hasPrefix(#"WeatherClient.forecast("Paris",1) was not recorded"#))
    #expect(message.contains(#"  WeatherClient.forecast("Berlin",1)"#))
    #expect(
      message.contains(#"DEPENDENCE_RECORD=missing swift test --filter '\bWeatherTests/testRain$'"#)
    )
  }

  @Test func `one more call than was recorded fails the test`() async throws {
    try await folder.run(.missing) { _ = $0.wrap(WeatherClient(count: { 1 })).count() }

    let found = await issues {
      _ = try? await folder.run(.replay) { recorder in
        let endpoint = recorder.wrap("WeatherClient.count") { () async throws in 1 }
        _ = try await (endpoint(), endpoint())
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("has this call once, and this is one more") == true)
  }

  // MARK: - Errors

  @Test func `an error that is Codable is replayed as its own type`() async throws {
    let live = WeatherClient(forecast: { city, _ in throw WeatherError.unknownCity(city) })
    try await folder.run(.all) { _ = try? await $0.wrap(live).forecast("Atlantis", 1) }

    try await folder.run(.replay) { recorder in
      await #expect(throws: WeatherError.unknownCity("Atlantis")) {
        try await recorder.wrap(unreachable).forecast("Atlantis", 1)
      }
    }
  }

  @Test
  func `an error that is not Codable is replayed with its type and description`() async throws {
    let live = WeatherClient(forecast: { _, _ in throw Offline() })
    try await folder.run(.all) { _ = try? await $0.wrap(live).forecast("Berlin", 1) }

    try await folder.run(.replay) { recorder in
      let error = await #expect(throws: RecordedError.self) {
        try await recorder.wrap(unreachable).forecast("Berlin", 1)
      }
      #expect(error?.type == "DependenceRecordingTests.Offline")
      #expect(error?.description == "Offline()")
    }
  }

  @Test func `CancellationError and URLError are replayed with their own types`() async throws {
    let live = WeatherClient(
      forecast: { _, _ in throw URLError(.timedOut) },
      refresh: { throw CancellationError() }
    )
    try await folder.run(.all) { recorder in
      let client = recorder.wrap(live)
      _ = try? await client.forecast("Berlin", 1)
      try? await client.refresh()
    }

    try await folder.run(.replay) { recorder in
      let client = recorder.wrap(unreachable)
      await #expect(throws: CancellationError.self) { try await client.refresh() }
      let error = await #expect(throws: URLError.self) { try await client.forecast("Berlin", 1) }
      #expect(error?.code == .timedOut)
    }
  }

  @Test func `an error that can no longer be decoded fails the test`() async throws {
    let live = WeatherClient(forecast: { city, _ in throw WeatherError.unknownCity(city) })
    try await folder.run(.all) { _ = try? await $0.wrap(live).forecast("Atlantis", 1) }
    try folder.write(folder.text().replacing("unknownCity", with: "removedCase"))

    let found = await issues {
      _ = try? await folder.run(.replay) {
        _ = try await $0.wrap(unreachable).forecast("Atlantis", 1)
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("WeatherError") == true)
  }

  @Test func `an error of a private type is replayed with its name and description`() async throws {
    let live = WeatherClient(forecast: { _, _ in throw Hidden() })
    try await folder.run(.all) { _ = try? await $0.wrap(live).forecast("Berlin", 1) }

    try await folder.run(.replay) { recorder in
      let error = await #expect(throws: RecordedError.self) {
        try await recorder.wrap(unreachable).forecast("Berlin", 1)
      }
      #expect(error?.type == "DependenceRecordingTests.Hidden")
    }
  }

  @Test func `a value that was recorded for an endpoint without a result fails the test`()
    async throws
  {
    try folder.write(
      #"{"calls":[{"arguments":[],"endpoint":"WeatherClient.refresh","returned":"3 items"}],"format":1}"#
    )

    let found = await issues {
      _ = try? await folder.run(.replay) { try await $0.wrap(unreachable).refresh() }
    }

    #expect(found.count == 1)
    #expect(
      found.first?.message.contains(
        "The recorded response to WeatherClient.refresh() does not fit the type Void, so it was not replayed."
      ) == true
    )
  }

  @Test func `a damaged code of a URLError is reported as such`() async throws {
    let live = WeatherClient(refresh: { throw URLError(.timedOut) })
    try await folder.run(.all) { try? await $0.wrap(live).refresh() }
    try folder.write(folder.text().replacing(#""value": -1001"#, with: #""value": "timed out""#))

    let found = await issues {
      _ = try? await folder.run(.replay) { try await $0.wrap(unreachable).refresh() }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("the number of an error code, such as -1001") == true)
  }

  // MARK: - Foundation

  @Test func `requests, responses and data are replayed`() async throws {
    let url = try #require(URL(string: "https://weather.example/berlin?days=1"))
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBody = Data("body".utf8)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let response = try #require(
      HTTPURLResponse(
        url: url,
        statusCode: 418,
        httpVersion: "HTTP/1.1",
        headerFields: ["Content-Type": "text/plain"]
      )
    )
    let live = WeatherClient(
      download: { _ in (Data("{\"rain\":true}".utf8), response) },
      head: { _ in response },
      icon: { _ in Data([0xFF, 0x00, 0x7F]) }
    )
    try await folder.run(.all) { recorder in
      let client = recorder.wrap(live)
      _ = try await (client.download(request), client.head(url), client.icon("rain"))
    }

    try await folder.run(.replay) { recorder in
      let client = recorder.wrap(unreachable)
      let (data, downloaded) = try await client.download(request)
      let head = try await client.head(url)

      #expect(String(decoding: data, as: UTF8.self) == "{\"rain\":true}")
      #expect((downloaded as? HTTPURLResponse)?.statusCode == 418)
      #expect(head.statusCode == 418)
      #expect(head.value(forHTTPHeaderField: "Content-Type") == "text/plain")
      #expect(head.url == url)
      #expect(try await client.icon("rain") == Data([0xFF, 0x00, 0x7F]))
    }
  }

  @Test
  func `a response of another protocol than HTTP keeps its MIME type and length`() async throws {
    let url = try #require(URL(string: "file:///weather.txt"))
    let response = URLResponse(
      url: url,
      mimeType: "text/plain",
      expectedContentLength: 4,
      textEncodingName: nil
    )
    let request = URLRequest(url: url)
    let live = WeatherClient(download: { _ in (Data("rain".utf8), response) })
    try await folder.run(.all) { _ = try await $0.wrap(live).download(request) }

    try await folder.run(.replay) { recorder in
      let (_, replayed) = try await recorder.wrap(unreachable).download(request)

      #expect(replayed.mimeType == "text/plain")
      #expect(replayed.expectedContentLength == 4)
    }
  }

  // MARK: - Types that cannot be recorded

  @Test func `a type that cannot be encoded is reported at its first call, with a suggestion`()
    async throws
  {
    let live = WeatherClient(opaque: { Opaque() }, inspect: { _ in 1 })

    let found = await issues {
      _ = try? await folder.run(.missing) { recorder in
        let client = recorder.wrap(live)
        _ = try await (client.opaque(), client.opaque(), client.inspect(Opaque()))
      }
    }

    #expect(found.count == 2)
    #expect(
      found.first?.message.contains("WeatherClient.opaque has a result of type Opaque") == true
    )
    #expect(
      found.last?.message.contains("WeatherClient.inspect has an argument of type Opaque") == true
    )
    #expect(found.allSatisfy { $0.message.contains("conform to Codable") })
    #expect(try folder.file().load()?.calls.isEmpty ?? true)
  }

  @Test func `an argument that cannot be encoded fails a replayed call`() async throws {
    let found = await issues {
      _ = try? await folder.run(.replay) { recorder in
        await #expect(throws: (any Error).self) {
          try await recorder.wrap(unreachable).inspect(Opaque())
        }
      }
    }

    #expect(found.count == 1)
  }

  @Test func `a recorded response that no longer matches its type fails the test`() async throws {
    let live = WeatherClient(forecast: { city, _ in Forecast(city: city, celsius: 1) })
    try await folder.run(.all) { _ = try await $0.wrap(live).forecast("Berlin", 1) }
    try folder.write(folder.text().replacing("celsius", with: "fahrenheit"))

    let found = await issues {
      _ = try? await folder.run(.replay) {
        _ = try await $0.wrap(unreachable).forecast("Berlin", 1)
      }
    }

    #expect(found.count == 1)
    let message = try #require(found.first?.message)
    #expect(
      message.hasPrefix(
        #"The recorded response to WeatherClient.forecast("Berlin",1) does not fit the type Forecast, "#
      )
    )
    #expect(message.contains("celsius"))
    #expect(message.contains("Correct the response in the recording Recordings/Tests/test.json"))
    #expect(
      message.hasSuffix(#"DEPENDENCE_RECORD=all swift test --filter '\bWeatherTests/testRain$'"#)
    )
  }
}

/// An error whose type the runtime cannot find by its name, because the type is private.
private struct Hidden: Error, Codable {}
