import DependenceGraph
import DependenceTesting
import Testing

@testable import NeedleAfter

struct DashboardTests {
  @Test func `a dashboard shows the weather of its city`() {
    #expect(start().text == "sunny in Ghent")
  }

  @Test func `a test replaces what it wants`() {
    struct RainyWeather: Weather {
      func forecast(for city: String) -> String { "rain in \(city)" }
    }
    let app = DashboardApp.test { $0.weather = RainyWeather() }

    #expect(app.dashboardBuilder.instantiate("Ghent").text == "rain in Ghent")
  }
}
