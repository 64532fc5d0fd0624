@testable import SnapDependencies

struct RainyWeatherService: WeatherService {
  func forecast(for city: City) -> String { "rain in \(city.name)" }
}

@MainActor
func testForecast() {
  Dependencies.reset()
  Dependencies.override(\.weatherService) { RainyWeatherService() }

  assert(ForecastModel().text() == "rain in Ghent")
}

@MainActor
func testForecastElsewhere() {
  Dependencies.reset()
  let model = ForecastModel()

  Dependencies.overrideResettingAll(\.home) { City(name: "Bruges") }

  assert(model.text() == "calm in Ghent")
  assert(ForecastModel().text() == "calm in Bruges")
}
