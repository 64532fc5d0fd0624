import Dependence

protocol WeatherService: Sendable {
  func forecast(for city: String) async throws -> String
}

struct LiveWeatherService: WeatherService {
  func forecast(for city: String) async throws -> String { "sunny in \(city)" }
}

struct UnimplementedWeatherService: WeatherService {
  func forecast(for city: String) async throws -> String {
    throw unimplemented("WeatherService.forecast")
  }
}

enum WeatherServiceKey: DependencyKey {
  static var liveValue: any WeatherService { LiveWeatherService() }
  static var testValue: any WeatherService { UnimplementedWeatherService() }
}

enum ReportKey: DependencyKey {
  static var liveValue: @Sendable (_ city: String) -> Report { { Report(city: $0) } }
  static var testValue: @Sendable (_ city: String) -> Report { liveValue }
}

extension DependencyValues {
  var weatherService: any WeatherService {
    get { self[WeatherServiceKey.self] }
    set { self[WeatherServiceKey.self] = newValue }
  }

  var report: @Sendable (_ city: String) -> Report {
    get { self[ReportKey.self] }
    set { self[ReportKey.self] = newValue }
  }
}

struct Forecast {
  @Dependency(\.weatherService) private var service
  @Dependency(\.report) private var makeReport

  func text() async throws -> String { try await service.forecast(for: "Ghent") }
  func report() -> Report { makeReport("Ghent") }
}

struct Report: Equatable {
  let city: String
}
