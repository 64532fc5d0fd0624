import DependenceModules
import DependenceTesting
import Synchronization
import Testing

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

nonisolated final class Keyed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let made = Mutex<[Key: Value]>([:])
  private let make: @Sendable (Key) -> Value

  init(_ make: @escaping @Sendable (Key) -> Value) { self.make = make }

  func callAsFunction(_ key: Key) -> Value {
    if let known = made.withLock({ $0[key] }) { return known }
    let value = make(key)
    return made.withLock { made in
      made[key] = made[key] ?? value
      return made[key] ?? value
    }
  }
}

nonisolated final class Shared<Object: AnyObject & Sendable>: Sendable {
  private struct Place { weak var object: Object? }
  private let place = Mutex(Place())
  private let make: @Sendable () -> Object

  init(_ make: @escaping @Sendable () -> Object) { self.make = make }

  func callAsFunction() -> Object {
    if let object = place.withLock({ $0.object }) { return object }
    let object = make()
    return place.withLock { place in
      let first = place.object ?? object
      place.object = first
      return first
    }
  }
}

final class Parcel: Sendable {}

struct Summary {
  @Inject(resolve: .captured) var parcel: Parcel
}

struct Checkout {
  @Inject(resolve: .captured) var parcel: Parcel
  let summary = Summary()
}

func makeCheckout() -> Checkout {
  withDependencies {
    $0[module: Parcel.self] = Parcel()
  } operation: {
    Checkout()
  }
}

protocol RateSource: Sendable {
  func rate() -> Int
}

struct LiveRates: RateSource {
  func rate() -> Int { 7 }
}

final class CountedRates: RateSource {
  private let plain: any RateSource
  private let calls = Mutex(0)

  init(_ plain: any RateSource) { self.plain = plain }

  var count: Int { calls.withLock { $0 } }

  func rate() -> Int {
    calls.withLock { $0 += 1 }
    return plain.rate()
  }
}

let counted = Dependencies {
  Module("plain") { LiveRates() as any RateSource }
  Module {
    @Inject("plain") var plain: any RateSource
    return CountedRates(plain) as any RateSource
  }
}

@Suite(.dependencies())
struct LifetimeRecipeTests {
  @Test func `a value is made anew when its time is over`() async {
    let clock = TestClock()
    let made = LockBox(0)

    await withDependencies {
      $0.continuousClock = clock
      $0.register(Module { Expiring(after: .seconds(60)) { made.withValue { $0 += 1 } } })
    } operation: {
      @Inject var rates: Expiring<Void>
      rates()
      await clock.advance(by: .seconds(59), sleepers: 0)
      rates()
      #expect(made.value == 1)
      await clock.advance(by: .seconds(1), sleepers: 0)
      rates()
    }

    #expect(made.value == 2)
  }

  @Test func `each set of arguments has one instance`() {
    let parcels = Keyed<String, Parcel> { _ in Parcel() }

    #expect(parcels("a") === parcels("a"))
    #expect(parcels("a") !== parcels("b"))
  }

  @Test func `a shared instance goes when nobody holds it`() {
    let shared = Shared { Parcel() }
    var held: Parcel? = shared()

    #expect(shared() === held)
    weak let old = held
    held = nil
    #expect(old == nil)
  }

  @Test func `what is made together shares an instance`() {
    let checkout = makeCheckout()

    #expect(checkout.parcel === checkout.summary.parcel)
    #expect(checkout.parcel !== makeCheckout().parcel)
  }

  @Test(.modules(counted))
  func `a decorator is around what it decorates`() {
    @Inject var source: any RateSource

    #expect(source.rate() == 7)
    #expect((source as? CountedRates)?.count == 1)
  }

  @Test func `what nobody registered is nil`() {
    @Inject var source: (any RateSource)?

    #expect(source == nil)
    #expect(Dependencies.resolveIfRegistered((any RateSource).self) == nil)
  }
}
