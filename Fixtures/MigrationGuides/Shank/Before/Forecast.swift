import Shank

protocol NetworkModuleType {
  func component() -> Network
}

protocol WeatherModuleType {
  func component() -> WeatherService
}

struct NetworkModule: NetworkModuleType {
  var host = "weather.example.com"

  func component() -> Network { Network(host: host) }
}

struct WeatherModule: WeatherModuleType {
  @Inject private var network: NetworkModuleType

  func component() -> WeatherService { LiveWeatherService(network: network.component()) }
}

final class App {
  private let dependencies = Dependencies {
    Module { NetworkModule() as NetworkModuleType }
    Module("archive") { NetworkModule(host: "archive.example.com") as NetworkModuleType }
    Module { WeatherModule() as WeatherModuleType }
  }

  init() {
    dependencies.build()
  }
}

struct Forecast {
  @Inject private var weather: WeatherModuleType
  @Inject("archive") private var archive: NetworkModuleType

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
