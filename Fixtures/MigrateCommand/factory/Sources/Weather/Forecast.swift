import FactoryKit

public final class Forecast {
  @Injected(\.weatherService) private var service
  @LazyInjected(\Container.units) private var units

  public init() {}

  public func text() async throws -> String {
    try await service.forecast(for: "Ghent") + " (\(units.name))"
  }
}

public func currentUnits() -> Units { Container.shared.units() }

public func sameVisit() -> Bool {
  let first = Container.shared.visit.resolve()
  return first === Container.shared.visit()
}

public func makeReport(days: Int) -> Report { Container.shared.report(("Ghent", days)) }

/// Models that are classes and are isolated to the main actor.
@MainActor
public final class History {
  public private(set) var cities: [String] = []
  func add(_ city: String) { cities.append(city) }
}

@MainActor
public final class Screen {
  @Injected(\.history) private var history
  @LazyInjected(\.visit) private var visit
  @DynamicInjected(\.visit) private var next
  @Injected(\Almanac.season) public var season: String

  public func open(_ city: String) -> [String] {
    history.add(city)
    return history.cities
  }

  public var isNew: Bool { visit === visit && visit !== next }
}

#if os(watchOS)
final class Page {
  @WeakLazyInjected(\.weatherService) var service  // row: '@WeakLazyInjected' has no equivalent
  @Injected(\OtherContainer.service) var other  // row: this does not read a factory of 'Container'

  func signOut() {
    Container.shared.manager.reset(scope: .cached)  // row: the shared container has no equivalent
  }
}

func trace() {
  Container.shared.manager.trace.toggle()  // row: the shared container has no equivalent
}
#endif
