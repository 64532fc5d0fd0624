import DependenceMacros
import DependenceTesting
import Testing

@DependencyClient
struct WeatherClient: Sendable {
  var forecast: @Sendable (_ city: String) async throws -> String
}

extension DependencyValues {
  @DependencyEntry(test: WeatherClient.unimplemented)
  var weather: WeatherClient = WeatherClient(forecast: { city in "sunny in \(city)" })
}

struct Outing {
  @Dependency(\.weather) private var weather

  func packing(for city: String) async throws -> String {
    try await weather.forecast(city: city).contains("rain") ? "umbrella" : "hat"
  }
}

@Suite(.dependencies { $0.weather.forecast = { "rain in \($0)" } })
struct OutingTests {
  @Test func `an umbrella is packed when it rains`() async throws {
    #expect(try await Outing().packing(for: "Ghent") == "umbrella")
  }
}
