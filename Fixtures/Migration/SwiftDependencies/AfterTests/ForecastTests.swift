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
}
