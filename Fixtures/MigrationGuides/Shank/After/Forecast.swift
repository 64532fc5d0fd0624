import DependenceModules

protocol NetworkModuleType: Sendable {
  func component() -> Network
}

protocol WeatherModuleType: Sendable {
  func component() -> any WeatherService
}

struct NetworkModule: NetworkModuleType {
  var host = "weather.example.com"

  func component() -> Network { Network(host: host) }
}

struct WeatherModule: WeatherModuleType {
  @Inject private var network: any NetworkModuleType

  func component() -> any WeatherService { LiveWeatherService(network: network.component()) }
}

final class App {
  static let dependencies = Dependencies {
    Module { NetworkModule() as any NetworkModuleType }
    Module("archive") { NetworkModule(host: "archive.example.com") as any NetworkModuleType }
    Module { WeatherModule() as any WeatherModuleType }
  }

  init() {
    Self.dependencies.build()
  }
}

struct Forecast {
  @Inject private var weather: any WeatherModuleType
  @Inject("archive") private var archive: any NetworkModuleType

  func text() -> String { weather.component().forecast(for: "Ghent") }
  func record() -> String { archive.component().get("records") }
}

protocol WeatherService {
  func forecast(for city: String) -> String
}

struct LiveWeatherService: WeatherService {
  let network: Network

  func forecast(for city: String) -> String { network.get(city) }
}

struct Network {
  let host: String

  func get(_ path: String) -> String { "\(path) at \(host)" }
}
