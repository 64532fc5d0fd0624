import DependenceMacros

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
