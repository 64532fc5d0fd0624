import DependenceModules
import DependenceTesting
import Testing

@testable import FactoryAfter

struct RainyWeatherService: WeatherService {
  func forecast(for city: String) async throws -> String { "rain in \(city)" }
}

struct ForecastTests {
  @Test(.dependency(\.weatherService, RainyWeatherService()))
  func `a forecast is of Ghent`() async throws {
    #expect(try await Forecast().text() == "rain in Ghent")
  }

  @Test func `a report is of Ghent`() {
    #expect(Forecast().report() == Report(city: "Ghent"))
  }

  @Test func `a service that no test implements is an issue`() async {
    await expectUnimplemented("WeatherService.forecast") { _ = try? await Forecast().text() }
  }
}

/// Tests of a service that the program does not have to register.
struct OptionalTests {
  @Inject private var service: (any WeatherService)?

  @Test func `a service that nobody registered is nil`() {
    #expect(service == nil)
    #expect(Dependencies.resolveIfRegistered((any WeatherService).self) == nil)
  }

  @Test(.modules { Module { RainyWeatherService() as any WeatherService } })
  func `a service that is registered is found`() {
    #expect(service is RainyWeatherService)
    #expect(Dependencies.resolveIfRegistered((any WeatherService).self) is RainyWeatherService)
  }
}
