import Dependence

/// The source of a value: the factory of a module, the getter of a property, or a constant.
final class Registration<Value: Sendable>: Sendable {
  enum Making: Sendable {
    // The payload is a closure, because accessing a payload of unknown size would be slower.
    case value(@Sendable () -> Value)
    case sync(@Sendable () -> Value)
    case async(@Sendable () async throws -> Value)
  }

  let making: Making
  let site: SourceSite
  /// The dependencies that the factory has as parameters.
  let needs: [Slot]
  /// Whether `validate()` may run the factory to find its needs.
  let isRehearsed: Bool
  let lifetime: DependencyLifetime

  init(
    _ making: Making,
    _ lifetime: DependencyLifetime = .singleton,
    at site: SourceSite,
    needs: [Slot] = [],
    isRehearsed: Bool = true
  ) {
    (self.making, self.site, self.needs, self.isRehearsed) = (making, site, needs, isRehearsed)
    self.lifetime = lifetime
  }
}

/// A registration that is installed in a scope, an app or a test case.
struct Bound: Sendable {
  let registration: any AnyRegistration
  /// The generation of the dependency at the time of registration. Overrides of a later generation
  /// take precedence.
  let generation: Int
}

protocol AnyRegistration: AnyObject, Sendable {
  var site: SourceSite { get }
  var needs: [Slot] { get }
  var isRehearsed: Bool { get }
  var isAsynchronous: Bool { get }
  var isValue: Bool { get }
  var lifetime: DependencyLifetime { get }
  /// A copy of this registration whose factory `validate()` does not run.
  var notRehearsed: any AnyRegistration { get }
  /// Returns a copy of this registration that passes each created value to `observe`.
  func observed(by observe: @escaping @Sendable (any Sendable) -> Void) -> any AnyRegistration
}

extension Registration: AnyRegistration {
  var isAsynchronous: Bool { if case .async = making { true } else { false } }
  var isValue: Bool { if case .value = making { true } else { false } }
  var notRehearsed: any AnyRegistration {
    Registration(making, lifetime, at: site, needs: needs, isRehearsed: false)
  }

  func observed(by observe: @escaping @Sendable (any Sendable) -> Void) -> any AnyRegistration {
    decorated {
      observe($0)
      return $0
    }
  }

  /// Returns a copy of this registration that applies `decorate` to the result of the factory.
  func decorated(by decorate: @escaping @Sendable (Value) -> Value) -> Registration {
    let decorated: Making =
      switch making {
      case .value(let make): .value { decorate(make()) }
      case .sync(let make): .sync { decorate(make()) }
      case .async(let make): .async { decorate(try await make()) }
      }
    return Registration(decorated, lifetime, at: site, needs: needs, isRehearsed: isRehearsed)
  }
}

extension Registration {
  /// Creates a registration of a factory with parameters. Each parameter receives the dependency
  /// that is registered for its type.
  convenience init<Need: Sendable, each Other: Sendable>(
    _ make: @escaping @Sendable (Need, repeat each Other) -> Value,
    _ lifetime: DependencyLifetime,
    at site: SourceSite
  ) {
    let need = Slots.slot(of: Need.self)
    let others = (repeat Slots.slot(of: (each Other).self))
    var needs: [Slot] = [need]
    for other in repeat each others { needs.append(other) }
    self.init(
      .sync {
        let frame = Frame.current
        return make(
          need.read(from: frame, at: .written(site)),
          repeat (each others).read(from: frame, at: .written(site))
        )
      },
      lifetime,
      at: site,
      needs: needs
    )
  }
}
