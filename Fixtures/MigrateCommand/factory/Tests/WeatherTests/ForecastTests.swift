import FactoryKit
import FactoryTesting
import Testing

@testable import Weather

struct RainyWeatherService: WeatherService {
  func forecast(for city: String) async throws -> String { "rain in \(city)" }
}

@Suite(.container)
struct ForecastTests {
  @Test func isOfGhent() async throws {
    Container.shared.coin.register { Units(name: "cent") }
    Container.shared.weatherService.register { RainyWeatherService() }  // row: in Factory, the value of '.onTest' overrode this registered value, which now takes effect
    Container.shared.units.register {  // row: in Factory, the value of '.onTest' overrode this registered value, which now takes effect
      let name = "imperial"
      return Units(name: name)
    }
    defer { Container.shared.reset() }

    #expect(try await Forecast().text() == "rain in Ghent (imperial)")
    #expect(currentUnits() == Units(name: "imperial"))
  }

  @Test(.container { $0.units.register { Units(name: "trait") } })  // row: in Factory, the value of '.onTest' overrode this registered value, which now takes effect
  func readsItsTrait() async throws {
    #expect(try await Forecast().text() == "nothing (trait)")
  }

  @Test func everyVisitIsAnother() {
    #expect(!sameVisit())
  }

  @Test func valuesOfRunTimeAreMadeEachTime() {
    #expect(Container.shared.ticket() != Container.shared.ticket())
    #expect(Container.shared.now() != Container.shared.now())
    #expect(Container.shared.upcoming() == .autumn)
    #expect(Container.shared.usual() == .spring)
    #expect(Container.shared.nobody() == nil)
    #expect(Container.shared.badge().name == "test")
  }

  @Test(.container { $0.coin.register { Units(name: "paper") } })
  func paysWithPaper() {
    #expect(payment() == "paper")
  }

  @Test func aReportHasItsArguments() {
    #expect(makeReport(days: 2) == Report(city: "Ghent", days: 3))
  }

  @MainActor @Test func screensShareTheHistory() {
    #expect(Container.shared.screen().open("Ghent") == ["Ghent"])
    #expect(Container.shared.screen.resolve().open("Bruges") == ["Ghent", "Bruges"])
    #expect(Container.shared.screen().isNew)
    #expect(Container.shared.screen().season == "autumn")
  }

  @MainActor @Test func registersEveryForm() {
    Container.shared.coin.register { Units(name: "cent") }
    Container.shared.screen.register { @MainActor in Screen() }  // row: in Factory, the value of '.onTest' overrode this registered value, which now takes effect
    Container.shared.history.register { History() }  // row: in Factory, the value of '.onTest' overrode this registered value, which now takes effect
    Container.shared.report.register { Report(city: $0, days: -$1) }  // row: in Factory, the value of '.onTest' overrode this registered value, which now takes effect
    Container.shared.visit.register { Visit() }  // row: in Factory, the value of '.onTest' overrode this registered value, which now takes effect
    Container.shared.backup.register { Visit() }

    #expect(makeReport(days: 2).days == -2)
    #expect(!sameVisit())
  }

  @Test func aContainerPreparesItself() {
    Container.shared.prepareWalks()

    #expect(Container.shared.walk().units.name == "steps")
  }

  @Test func aRegistrationMayEndWithAReset() {
    Container.shared.coin
      .register { Units(name: "miles") }
      .reset(.scope)
    let visit = Visit()
    Container.shared.backup.register { visit }

    #expect(payment() == "miles")
    #expect(Container.shared.backup() === visit)
  }
}
