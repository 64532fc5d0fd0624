import DependenceModules
import DependenceTesting
import Testing

@testable import SnapDependenciesAfter

struct RainyWeatherService: WeatherService {
  func forecast(for city: City) -> String { "rain in \(city.name)" }
}

@MainActor
@Suite(.modules(appModules))
struct ForecastTests {
  @Test func `a forecast is of the city that the app provides`() {
    Dependencies.override(\.weatherService) { RainyWeatherService() }

    #expect(ForecastModel().text() == "rain in Ghent")
  }

  @Test func `one override is taken back`() {
    Dependencies.override(\.weatherService) { RainyWeatherService() }
    Dependencies.override(\.home) { City(name: "Bruges") }

    Dependencies.reset(\.weatherService)

    #expect(ForecastModel().text() == "calm in Bruges")
  }

  @Test func `what a model has captured stays`() {
    let model = ForecastModel()

    Dependencies.overrideResettingAll(\.home) { City(name: "Bruges") }

    #expect(model.text() == "calm in Ghent")
    #expect(ForecastModel().text() == "calm in Bruges")
  }

  @Test(.dependencies { $0[\.weatherService] = RainyWeatherService() })
  func `a service is bound for one test`() {
    #expect(ForecastModel().text() == "rain in Ghent")
  }

  @Test(arguments: ["Antwerp", "Bruges", "Ghent"])
  func `no test sees what another one overrides`(name: String) {
    #expect(ForecastModel().text() == "calm in Ghent")
    Dependencies.override(\.home) { City(name: name) }
    #expect(ForecastModel().text() == "calm in \(name)")
  }

  @Test(.dependency(\.context, .live))
  func `an app gets what is live`() {
    #expect(ForecastModel().text() == "sunny in Ghent")
  }
}

struct AppTests {
  @MainActor @Test func `an app that starts provides what is left to it`() {
    startApp()

    #expect(ForecastModel().text() == "calm in Ghent")
  }

  @MainActor @Test(arguments: [true, false])
  func `the list and a preparation are one`(isListFirst: Bool) {
    if isListFirst { startApp() }
    prepareDependencies { $0[\.weatherService] = RainyWeatherService() }
    if !isListFirst { startApp() }

    #expect(ForecastModel().text() == "rain in Ghent")
  }

  @Test func `nothing is left that nobody provides`() throws {
    try appModules.validate(\.home, \.weatherService)
  }

  @Test func `what nobody provides is found before it is read`() {
    #expect(throws: ModuleValidationError.self) { try Dependencies().validate(\.home) }
  }
}
