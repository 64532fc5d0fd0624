import Swinject

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

struct WeatherAssembly: Assembly {
  func assemble(container: Container) {
    container.register((any Network).self) { _ in LiveNetwork() }
      .inObjectScope(.container)
    container.register((any WeatherService).self) { resolver in
      LiveWeatherService(network: resolver.resolve((any Network).self)!)
    }
    container.register(String.self, name: "city") { _ in "Ghent" }
  }
}

struct Forecast {
  let service: any WeatherService
  let city: String

  init(resolver: any Resolver) {
    service = resolver.resolve((any WeatherService).self)!
    city = resolver.resolve(String.self, name: "city")!
  }

  func text() async throws -> String { try await service.forecast(for: city) }
}

func main() async throws {
  let assembler = Assembler([WeatherAssembly()])
  print(try await Forecast(resolver: assembler.resolver).text())
}
