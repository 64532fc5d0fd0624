import DependenceGraph

protocol Weather {
  func forecast(for city: String) -> String
}

@Instantiable(fulfillingAdditionalTypes: [(any Weather).self])
struct LiveWeather: Weather, Instantiable {
  func forecast(for city: String) -> String { "sunny in \(city)" }
}

@Instantiable
struct DashboardApp: Instantiable {
  @Instantiated private let weather: any Weather
  @Instantiated let dashboardBuilder: Instantiator<Dashboard>
}

@Instantiable
final class Dashboard: Instantiable {
  @Forwarded private let city: String
  @Received private let weather: any Weather

  var text: String { weather.forecast(for: city) }
}

func start() -> Dashboard { DashboardApp().dashboardBuilder.instantiate("Ghent") }
