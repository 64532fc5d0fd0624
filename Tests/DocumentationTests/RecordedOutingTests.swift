import DependenceRecording
import DependenceTesting
import Testing

struct RecordedOutingTests {
  @Test(
    .recorded { recorder, dependencies in
      dependencies.weather = recorder.wrap(.live)
    }
  )
  func `an umbrella is packed when it rains`() async throws {
    #expect(try await Outing().packing(for: "Ghent") == "umbrella")
  }
}

extension RecordedOutingTests {
  @Test(.dependencies) func `the fake gives the recorded forecasts`() async {
    let fake = WeatherClient(forecast: { $0 == "Ghent" ? "heavy rain" : "sunny" })
    let recording = Recording(named: "an umbrella is packed when it rains")

    await recording.verify("WeatherClient.forecast", fake.forecast)
  }
}
