import NeedleFoundation

protocol Weather {
  func forecast(for city: String) -> String
}

struct LiveWeather: Weather {
  func forecast(for city: String) -> String { "sunny in \(city)" }
}

final class RootComponent: BootstrapComponent {
  var weather: Weather { shared { LiveWeather() } }
  var dashboardComponent: DashboardComponent { DashboardComponent(parent: self) }
}

protocol DashboardDependency: Dependency {
  var weather: Weather { get }
}

final class DashboardComponent: Component<DashboardDependency> {
  func dashboard(for city: String) -> Dashboard {
    Dashboard(city: city, weather: dependency.weather)
  }
}

final class Dashboard {
  private let city: String
  private let weather: Weather

  init(city: String, weather: Weather) {
    self.city = city
    self.weather = weather
  }

  var text: String { weather.forecast(for: city) }
}

func start() -> Dashboard {
  registerProviderFactories()
  return RootComponent().dashboardComponent.dashboard(for: "Ghent")
}
