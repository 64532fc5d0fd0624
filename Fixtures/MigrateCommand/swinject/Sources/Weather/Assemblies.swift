import Swinject
import SwinjectAutoregistration

public protocol Network: Sendable {
  func get(_ path: String) async throws -> String
}

public protocol WeatherService: Sendable {
  func forecast(for city: String) async throws -> String
}

public struct LiveNetwork: Network {
  public init() {}
  public func get(_ path: String) async throws -> String { "sunny, says \(path)" }
}

struct LiveWeatherService: WeatherService {
  let network: any Network
  func forecast(for city: String) async throws -> String { try await network.get(city) }
}

final class Visit: Sendable {
  let city: String
  init(city: String) { self.city = city }
}

final class Tour: Sendable {
  let days: Int
  init(days: Int) { self.days = days }
}

/// A class that is not `Sendable`, like most classes.
final class Guide {
  let visit: Visit
  init(visit: Visit) { self.visit = visit }
}

/// A placeholder for the type in which an app stores its container.
struct Shelf {}

public struct NetworkAssembly: Assembly {
  public init() {}

  public func assemble(container: Container) {
    container.register(Network.self) { _ in LiveNetwork() }
      .inObjectScope(.container)
  }
}

public final class WeatherAssembly: Assembly {
  public init() {}

  public func assemble(container: Container) {
    container.register((any WeatherService).self) { r in
      LiveWeatherService(network: r.resolve(Network.self)!)
    }.inObjectScope(.container)
    container.register(String.self, name: "city") { _ in "Ghent" }
    container.register(Visit.self) { Visit(city: $0.resolve(String.self, name: "city")!) }
    container.register(Tour.self) { (_, days: Int) in Tour(days: days) }
    assembleGuides(container)
    container.register(Int.self) { resolver in
      // The name identifies the registration.
      let city = resolver.resolve(String.self, name: "city") ?? "nowhere"
      return city.count
    }.inObjectScope(.container)
  }
}

extension WeatherAssembly {
  private func assembleGuides(_ container: Container) {
    container.register(Guide.self) { r in
      Guide(visit: r.resolve(Visit.self)!)
    }
    .inObjectScope(.transient)
  }
}

protocol Keepsake: AnyObject, Sendable {}

final class Stamp: Keepsake {
  let network: any Network
  init(network: any Network) { self.network = network }
}

/// A diary whose number of pages is set after it has been created.
final class Diary {
  var pages = 0
}

final class SouvenirAssembly: Assembly {
  func assemble(container: Container) {
    container.autoregister(Stamp.self, initializer: Stamp.init)
    container.register(Keepsake.self) { r in r.resolve(Stamp.self)! }
    container.register(Diary.self) { _ in Diary() }.initCompleted { r, diary in
      diary.pages = r ~> Int.self
    }
  }
}

func find<Found>(_ type: Found.Type, in shelf: Shelf) -> Found? { shelf.resolve(type) }

func guides(_ resolver: Shelf) -> [Guide] {
  (1...2).map { _ in resolver.resolve(Guide.self)! }
}

func tour(_ resolver: Shelf) -> Tour? { resolver.resolve(Tour.self, argument: 3) }

/// A struct that has no arguments, but of which each new instance is different.
struct Ticket: Sendable, Equatable {
  let id = Int.random(in: 0..<Int.max)
}

struct TicketAssembly: Assembly {
  func assemble(container: Container) {
    container.register(Ticket.self) { _ in Ticket() }
    container.register(Double.self) { _ in 1.5 }
  }
}

func tickets(_ shelf: Shelf) -> [Ticket] {
  [shelf.resolve(Ticket.self)!, shelf.resolve(Ticket.self)!]
}

func price(_ shelf: Shelf) -> Double? { shelf.resolve(Double?.self)! }

#if os(watchOS)
func refund(_ shelf: Shelf) -> Tour? { shelf.resolve(Tour?.self)! }  // row: Swinject resolves 'Tour?' with the registration of 'Tour', but dependence looks for a registration of 'Tour?' itself

final class LateAssembly: Assembly {
  func assemble(container: Container) {
    container.register(UInt.self) { _ in 1 }.inObjectScope(.container)
  }

  func loaded(resolver: Resolver) {  // row: 'Assembler' called 'loaded(resolver:)', but now it is not called
    print("loaded")
  }
}

func logIn(_ shelf: Shelf) {
  shelf.register(UInt8.self) { _ in 2 }  // row: this registration may run after launch, when 'prepareDependencies' is ignored
}

struct Forecast {
  let service: any WeatherService

  init(resolver: any Resolver) {  // row: 'Resolver' has no equivalent
    service = resolver.resolve((any WeatherService).self)!
  }
}

final class CountingAssembly: Assembly {
  func assemble(container: Container) {
    print("assembled")  // row: a list of modules cannot contain this statement of the assembly
    container.register(Int.self) { _ in 1 }
    container.register(Guide.self, factory: makeGuide)  // row: a list of modules cannot contain this statement of the assembly
    container.register(Double.self) { r in days(in: r) }.inObjectScope(.weak)  // row: the scope '.weak' created several instances, but now all readers share one | there is no resolver or container that can be passed on
  }
}
#endif
