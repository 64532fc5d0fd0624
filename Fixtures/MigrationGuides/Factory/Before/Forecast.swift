import FactoryKit

protocol WeatherService: Sendable {
  func forecast(for city: String) async throws -> String
}

struct LiveWeatherService: WeatherService {
  func forecast(for city: String) async throws -> String { "sunny in \(city)" }
}

extension Container {
  var weatherService: Factory<any WeatherService> {
    self { LiveWeatherService() }.singleton
  }

  var report: ParameterFactory<String, Report> {
    self { Report(city: $0) }
  }
}

struct Forecast {
  @Injected(\.weatherService) private var service

  func text() async throws -> String { try await service.forecast(for: "Ghent") }
  func report() -> Report { Container.shared.report("Ghent") }
}

struct Report: Equatable {
  let city: String
}

struct RainyWeatherService: WeatherService {
  func forecast(for city: String) async throws -> String { "rain in \(city)" }
}

func testForecast() async throws {
  Container.shared.weatherService.register { RainyWeatherService() }
  defer { Container.shared.reset() }

  let text = try await Forecast().text()
  assert(text == "rain in Ghent")
}
