import DependenceModules
import DependenceTesting
import Synchronization
import Testing

final class Voucher: Sendable {}
final class Rates: Sendable {}
final class Offers: Sendable {}

extension Dependencies {
  var offers: Offers { Dependencies.forwarding(for: \.offers) }
}

let shopModules = Dependencies {
  Module(lifetime: .transient) { Voucher() }
  Module("rates", lifetime: .shared) { Rates() }
  Module(\.offers, lifetime: .timeToLive(.seconds(60))) { Offers() }
}

struct Parcel {
  let weight: Int
}

final class Label: Sendable {
  let city: String
  init(_ city: String) { self.city = city }
}

let parcelModules = Dependencies {
  Module { DependencyFactory { (weight: Int) in Parcel(weight: weight) } }
  Module("labels") { DependencyFactory(lifetime: .singleton) { (city: String) in Label(city) } }
}

struct ParcelDesk {
  @Inject var parcel: DependencyFactory<Int, Parcel>
  @Inject("labels") var label: DependencyFactory<String, Label>

  func accept(_ weight: Int, for city: String) -> (Parcel, Label) { (parcel(weight), label(city)) }
}

struct Summary {
  @Inject(resolve: .captured) var voucher: Voucher
}

struct Checkout {
  @Inject(resolve: .captured) var voucher: Voucher
  let summary = Summary()
}

func makeCheckout() -> Checkout {
  withDependencies {
    $0[module: Voucher.self] = Voucher()
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

let rateModules = Dependencies {
  Module { LiveRates() as any RateSource }
}

let countedModules = rateModules.decorated { (source: any RateSource) in
  CountedRates(source) as any RateSource
}

@Suite(.dependencies { $0.continuousClock = TestClock() })
struct LifetimeRecipeTests {
  @Test(.modules(shopModules.observed { name, value in print("made", name, value) }))
  func `a transient module creates new instances, and others keep theirs`() {
    @Inject var voucher: Voucher
    @Inject("rates") var rates: Rates
    @Dependency(\.offers) var offers: Offers

    let held = (voucher, rates, offers)

    #expect(voucher !== held.0)
    #expect(rates === held.1)
    #expect(offers === held.2)
  }

  @Test(.modules(parcelModules))
  func `a factory takes arguments`() {
    let (parcel, label) = ParcelDesk().accept(3, for: "Ghent")

    #expect(parcel.weight == 3)
    #expect(ParcelDesk().accept(4, for: "Ghent").1 === label)
  }

  @Test func `objects that are created together share a captured instance`() {
    let checkout = makeCheckout()

    #expect(checkout.voucher === checkout.summary.voucher)
    #expect(checkout.voucher !== makeCheckout().voucher)
  }

  @Test(.modules(countedModules))
  func `a decorator wraps the registered value`() {
    @Inject var source: any RateSource

    #expect(source.rate() == 7)
    #expect((source as? CountedRates)?.count == 1)
  }

  @Test func `an unregistered dependency resolves to nil`() {
    @Inject var source: (any RateSource)?

    #expect(source == nil)
    #expect(Dependencies.resolveIfRegistered((any RateSource).self) == nil)
  }
}
