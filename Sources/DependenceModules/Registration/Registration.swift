import Dependence

/// What makes the value of a slot: a module's factory, the property itself, or a value.
struct Registration<Value: Sendable>: Sendable {
  enum Making: Sendable {
    case value(Value)
    case sync(@Sendable () -> Value)
    case async(@Sendable () async throws -> Value)
  }

  let making: Making
  /// Where it was written down.
  let site: SourceSite
  /// What the factory says that it needs.
  var needs: [Slot] = []
  /// Whether `validate()` may run the factory.
  var isRehearsed = true
  /// The generation of the slot when this was bound: later imperative overrides win over it.
  var generation = 0

  init(_ making: Making, at site: SourceSite, needs: [Slot] = []) {
    self.making = making
    self.site = site
    self.needs = needs
  }
}

/// A registration of a value of any type.
protocol AnyRegistration: Sendable {
  var site: SourceSite { get }
  var needs: [Slot] { get }
  var isRehearsed: Bool { get set }
  var isAsynchronous: Bool { get }
  var isValue: Bool { get }
}

extension Registration: AnyRegistration {
  var isAsynchronous: Bool { if case .async = making { true } else { false } }
  var isValue: Bool { if case .value = making { true } else { false } }
}
