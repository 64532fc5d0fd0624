import DependenceModules
import DependenceTesting
import Synchronization

nonisolated final class Expiring<Value: Sendable>: Sendable {
  private let kept = Mutex<(value: Value, end: AnyClock.Instant)?>(nil)
  private let life: Duration
  private let make: @Sendable () -> Value

  init(after life: Duration, _ make: @escaping @Sendable () -> Value) {
    (self.life, self.make) = (life, make)
  }

  func callAsFunction() -> Value {
    let now = AnyClock(Dependency(\.continuousClock).wrappedValue).now
    if let kept = kept.withLock({ $0 }), now < kept.end { return kept.value }
    let value = make()
    kept.withLock { $0 = (value, now.advanced(by: life)) }
    return value
  }
}

struct Rates: Sendable {}

let rateModules = Dependencies {
  Module { Expiring(after: .seconds(60)) { Rates() } }
}
