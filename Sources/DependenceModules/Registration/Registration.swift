import Dependence

/// The maker of a slot's value: a module's factory, the property itself, or a value.
final class Registration<Value: Sendable>: Sendable {
  enum Making: Sendable {
    // As a closure too: the size of a value is found out anew at each use, that of a closure is known.
    case value(@Sendable () -> Value)
    case sync(@Sendable () -> Value)
    case async(@Sendable () async throws -> Value)
  }

  let making: Making
  let site: SourceSite
  /// The slots that the factory says it needs.
  let needs: [Slot]
  /// True if `validate()` may run the factory.
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

/// A registration in a scope, or under a root.
struct Bound: Sendable {
  let registration: any AnyRegistration
  /// The generation of the slot when it was bound: later imperative overrides win over it.
  let generation: Int
}

protocol AnyRegistration: AnyObject, Sendable {
  var site: SourceSite { get }
  var needs: [Slot] { get }
  var isRehearsed: Bool { get }
  var isAsynchronous: Bool { get }
  var isValue: Bool { get }
  var lifetime: DependencyLifetime { get }
  /// The same, which `validate()` may not run.
  var notRehearsed: any AnyRegistration { get }
  /// The same, which passes each value that it makes to `observe`.
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

  /// The same, with `decorate` around the factory.
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
  /// A factory that is given what it needs: the dependencies that are registered by the types of its
  /// parameters.
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
