import Dependence

/// The source of a dependency's value: a module's factory, a property's getter, or a constant.
final class Registration<Value: Sendable>: Sendable {
  enum Making: Sendable {
    // A constant is stored as a closure because an enum payload is faster to access if its size is
    // known at compile time. The size of a closure is known, but the size of `Value` is not.
    case value(@Sendable () -> Value)
    case sync(@Sendable () -> Value)
    case async(@Sendable () async throws -> Value)
  }

  let making: Making
  let site: SourceSite
  /// The dependencies passed to the factory as arguments, which are known without running the
  /// factory.
  let needs: [Slot]
  /// Whether `validate()` may run the factory to determine which dependencies it needs.
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

/// A registration stored in a scope, or for a whole app or test case.
struct Bound: Sendable {
  let registration: any AnyRegistration
  /// The dependency's generation when the registration was stored. Each call to
  /// `Dependencies.override` starts a new generation, whose override takes precedence over
  /// registrations stored in earlier generations.
  let generation: Int
}

protocol AnyRegistration: AnyObject, Sendable {
  var site: SourceSite { get }
  var needs: [Slot] { get }
  var isRehearsed: Bool { get }
  var isAsynchronous: Bool { get }
  var isValue: Bool { get }
  /// Whether the value contains a closure that creates other values later, as a ``Provider`` does.
  var createsLater: Bool { get }
  var lifetime: DependencyLifetime { get }
  /// A copy of this registration whose factory is not run by `validate()`.
  var notRehearsed: any AnyRegistration { get }
  /// Returns a copy of this registration that passes each created value to `observe`.
  func observed(by observe: @escaping @Sendable (any Sendable) -> Void) -> any AnyRegistration
}

extension Registration: AnyRegistration {
  var isAsynchronous: Bool { if case .async = making { true } else { false } }
  var isValue: Bool { if case .value = making { true } else { false } }
  var createsLater: Bool { Value.self is any CreatingLater.Type }
  var notRehearsed: any AnyRegistration {
    Registration(making, lifetime, at: site, needs: needs, isRehearsed: false)
  }

  func observed(by observe: @escaping @Sendable (any Sendable) -> Void) -> any AnyRegistration {
    decorated {
      observe($0)
      return $0
    }
  }

  /// Returns a copy of this registration that applies `decorate` to the factory's result.
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
  /// Creates a registration whose factory has parameters. Each argument is the value of the
  /// dependency registered for the parameter's type.
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

/// A type whose values contain a closure that creates other values later.
private protocol CreatingLater {}

extension Provider: CreatingLater {}
extension AsyncProvider: CreatingLater {}
extension Lazy: CreatingLater {}
extension MainActorLazy: CreatingLater {}
extension DependencyFactory: CreatingLater {}
