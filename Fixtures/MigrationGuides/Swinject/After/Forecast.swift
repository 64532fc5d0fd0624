import Dependence

protocol Network: Sendable {
  func get(_ path: String) async throws -> String
}

protocol WeatherService: Sendable {
  func forecast(for city: String) async throws -> String
}

struct LiveNetwork: Network {
  func get(_ path: String) async throws -> String { "sunny, says \(path)" }
}

struct LiveWeatherService: WeatherService {
  let network: any Network
  func forecast(for city: String) async throws -> String { try await network.get(city) }
}

struct UnimplementedNetwork: Network {
  func get(_ path: String) async throws -> String { throw unimplemented("Network.get") }
}

enum NetworkKey: DependencyKey {
  static var liveValue: any Network { LiveNetwork() }
  static var testValue: any Network { UnimplementedNetwork() }
}

enum WeatherServiceKey: DependencyKey {
  static var liveValue: any WeatherService {
    LiveWeatherService(network: Dependency(NetworkKey.self).wrappedValue)
  }
  static var testValue: any WeatherService { liveValue }
}

enum CityKey: DependencyKey {
  static var liveValue: String { "Ghent" }
  static var testValue: String { "Bruges" }
}

struct Forecast {
  @Dependency(WeatherServiceKey.self) private var service
  @Dependency(CityKey.self) private var city

  func text() async throws -> String { try await service.forecast(for: city) }
}
