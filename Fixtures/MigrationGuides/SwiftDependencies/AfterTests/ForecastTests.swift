import DependenceTesting
import Testing

@testable import SwiftDependenciesAfter

@Suite(.dependencies { $0.continuousClock = ImmediateClock() })
struct ForecastTests {
  @Test(.dependencies { $0.weather.forecast = { "rain in \($0)" } })
  func `a forecast is of Ghent`() async throws {
    let forecast = Forecast()

    try await forecast.refresh()

    #expect(await forecast.text == "rain in Ghent")
  }

  @Test func `what is logged later is logged by this test's client`() async {
    let log = Spy<String, Void>("WeatherClient.log")
    await withDependencies {
      $0.weather.log = log.wrap { _ in }
    } operation: {
      Forecast().logLater()
      await log.waitForCalls(atLeast: 1)
    }

    log.expectCalls(["later"])
  }

  @Test func `a client that no test implements is an issue`() async {
    await expectUnimplemented("WeatherClient.forecast") { try? await Forecast().refresh() }
  }

  @Test func `what is prepared is handed on`() async throws {
    let weather = prepareDependencies {
      $0.weather.forecast = { "snow in \($0)" }
      return $0.weather
    }
    let forecast = Forecast()

    try await forecast.refresh()

    #expect(try await weather.forecast("Ghent") == forecast.text)
  }

  @MainActor @Test func `a model of the main actor is a dependency`() {
    @Dependency(ForecastModelKey.self) var model

    model().text = "rain"

    #expect(model().text == "rain")
  }
}

@MainActor private final class ForecastModel {
  var text = ""
}

private enum ForecastModelKey: DependencyKey {
  static let liveValue = MainActorLazy { ForecastModel() }
  static var testValue: MainActorLazy<ForecastModel> { liveValue }
}
