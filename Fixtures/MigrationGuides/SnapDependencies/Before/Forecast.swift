import Observation
import SnapDependencies

extension Dependencies {
  var weatherService: any WeatherService {
    switch Dependencies.context {
    case .live: LiveWeatherService()
    case .preview, .test: CalmWeatherService()
    }
  }

  var home: City { Dependencies.forwarding(for: \.home) }
}

extension Dependencies: @retroactive DependencyForwardingFactory {
  public func create<Value>(for keyPath: KeyPath<Dependencies, Value>) -> Value? {
    switch keyPath {
    case \.home: City(name: "Ghent") as? Value
    default: nil
    }
  }
}

@MainActor
@Observable
final class ForecastModel {
  @ObservationIgnored
  @Dependency(\.weatherService) private var service

  @ObservationIgnored
  @Dependency(\.home, resolve: .captured) private var home

  func text() -> String { service.forecast(for: home) }
}

protocol WeatherService: Sendable {
  func forecast(for city: City) -> String
}

struct LiveWeatherService: WeatherService {
  func forecast(for city: City) -> String { "sunny in \(city.name)" }
}

struct CalmWeatherService: WeatherService {
  func forecast(for city: City) -> String { "calm in \(city.name)" }
}

struct City: Sendable {
  let name: String
}
