import FactoryKit
import Foundation

public protocol WeatherService: Sendable {
  func forecast(for city: String) async throws -> String
}

struct LiveWeatherService: WeatherService {
  let network: any Network
  func forecast(for city: String) async throws -> String { try await network.get(city) }
}

public protocol Network: Sendable {
  func get(_ path: String) async throws -> String
}

final class LiveNetwork: Network {
  let timeout: Double
  init(timeout: Double) { self.timeout = timeout }
  func get(_ path: String) async throws -> String { "sunny, says \(path)" }
}

struct EmptyNetwork: Network {
  func get(_ path: String) async throws -> String { "nothing" }
}

public struct Units: Sendable, Equatable {
  public var name: String
  public init(name: String) { self.name = name }
}

public final class Visit: Sendable {}

public struct Report: Equatable, Sendable {
  public let city: String
  public let days: Int
}

/// A container for one part of the app.
final class Almanac: SharedContainer {
  static let shared = Almanac()
  let manager = ContainerManager()

  var season: Factory<String> { self { "spring" }.onTest { "autumn" } }
}

extension Container {
  public var network: Factory<any Network> {
    self {
      let timeout = 30.0
      return LiveNetwork(timeout: timeout)
    }
    .onPreview { EmptyNetwork() }
    .onTest { EmptyNetwork() }
    .singleton
  }

  public var weatherService: Factory<any WeatherService> {
    self { LiveWeatherService(network: self.network()) }.cached.onTest { LiveWeatherService(network: EmptyNetwork()) }
  }

  var units: Factory<Units> {
    Factory(self) { Units(name: "metric") }.onTest { Units(name: "none") }
  }
}

extension Container {
  var visit: Factory<Visit> {
    self { Visit() }.onTest { Visit() }
  }

  var report: ParameterFactory<(String, Int), Report> {
    self { Report(city: $0, days: $1) }.onTest { Report(city: $0, days: $1 + 1) }
  }

  @MainActor
  public var screen: Factory<Screen> {
    self { @MainActor in Screen() }.onTest { Screen() }
  }

  @MainActor var history: Factory<History> {
    self { History() }.scope(.singleton).onTest { History() }
  }

  var session: Factory<Visit> {
    // Other code retains the instance for as long as the visit lasts.
    self { Visit() }.shared.onTest { Visit() }
  }

  var hourly: Factory<Visit> {
    self { Visit() }.cached.timeToLive(60 * 60).onTest { Visit() }
  }  // row: in Factory, each read restarted the time to live, but now it starts when the instance is created

  var greeting: ParameterFactory<String, String> {
    self { "Hello, \($0)" }.scopeOnParameters.cached.onTest { "Test of \($0)" }
  }
}

/// A struct that has no arguments, but of which each new instance is different.
public struct Ticket: Sendable, Equatable {
  public let id = UUID()
}

public enum Season: String, Sendable {
  case spring, autumn
  static var next: Season { .autumn }
}

extension Container {
  public var ticket: Factory<Ticket> { self { Ticket() }.onTest { Ticket() } }
  public var now: Factory<Date> { self { Date.now }.onTest { .now } }
  public var upcoming: Factory<Season> { self { .next }.onTest { .next } }
  public var usual: Factory<Season> { self { .spring }.onTest { .spring } }
  public var nobody: Factory<Visit?> { self { Visit() }.cached.onTest { nil } }

  public var badge: Factory<Units> {
    self { Units(name: "live") }
      .singleton
      .onTest { Units(name: "test") }
      .onArg("-mock") { Units(name: "mock") }
  }  // row: '.onArg' has no equivalent

  public var coin: Factory<Units> { self { Units(name: "coin") }.singleton }
}

public func payment() -> String { Container.shared.coin().name }

#if os(watchOS)
public func logIn(as name: String) {
  Container.shared.units.register { Units(name: name) }  // row: this registration may run after launch, when 'prepareDependencies' is ignored
}
#endif

final class Walk: Sendable {
  let units: Units
  init(units: Units) { self.units = units }
}

extension Container: AutoRegistering {
  public func autoRegister() {  // row: the container called 'autoRegister' before its first use, but now it is not called
    if ProcessInfo.processInfo.arguments.contains("-dry") {
      network.register { EmptyNetwork() }
      backup.register { Visit() }
    }
  }

  var backup: Factory<Visit?> { promised() }
  var guide: Factory<Walk?> { promised().singleton }

  func prepareWalks() {
    units.register { Units(name: "steps") }
    self.walk.register { Walk(units: units()) }
  }

  var walk: Factory<Walk> {
    self { [unowned self] in Walk(units: self.units()) }
  }
}
