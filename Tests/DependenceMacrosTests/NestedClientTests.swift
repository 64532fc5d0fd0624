import DependenceHarness
import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

@testable import Dependence

@DependencyClient
private struct Prices: Sendable {
  var price: @Sendable (_ article: String) throws -> Int
}

@DependencyClient(wrappable: false)
private struct Plain: Sendable {
  var add: @Sendable (Int) throws -> Int
}

/// A client with properties whose values are clients, too.
@DependencyClient
private struct Shop: Sendable {
  var prices: Prices
  var oldPrices: Prices?
  var newPrices: Prices!
  var open: @Sendable () throws -> Void
}

/// A client with properties whose values cannot be wrapped.
@DependencyClient
private struct Market: Sendable {
  let prices: Prices
  var plain: Plain
  var watched: Prices { didSet {} }
  let fixed = fixedPrices
  let plainConstant: Plain
  var open: @Sendable () throws -> Void
}

private final class Counter { var count = 0 }

/// A client that is isolated to a global actor, with properties that only this actor can use.
@MainActor @DependencyClient
private struct Screen: Sendable {
  private var counter = Counter()
  let counters: Counter? = Counter()
  let otherCounter = makeCounter()
  private var hidden = Prices(price: { _ in 1 })
  let fixed = fixedPrices
  var prices: Prices
  var show: @MainActor @Sendable () -> Void
}

@globalActor
private actor Display { static let shared = Display() }

/// A client that is isolated to a global actor whose name does not end in "Actor".
@Display @DependencyClient
private struct Monitor: Sendable {
  private var counter = Counter()
  var prices: Prices
}

nonisolated private func makeCounter() -> Counter { Counter() }

private protocol Stock: Sendable {}

private enum Depot {
  /// A client that no extension can name, because it is a private member of another type.
  @DependencyClient
  private struct Shelf: Stock {
    var load: @Sendable () throws -> Int
  }

  static var stock: any Stock { Shelf(load: { 1 }) }
}

/// A client with properties whose values are clients that no extension can name.
@DependencyClient
private struct Kiosk: Sendable {
  var stock: any Stock
  var oldStock: (any Stock)?
  let newStock: any Stock
  var noStock: (any Stock)?
  var open: @Sendable () throws -> Void
}

/// A client with a property whose value is not a client.
@DependencyClient
private struct Cabinet: Sendable {
  var values: DependencyValues
  var open: @Sendable () throws -> Void
}

private enum StockKey: DependencyKey {
  static var liveValue: any Stock { Depot.stock }
  static var testValue: any Stock { liveValue }
}

private enum PricesKey: DependencyKey {
  static var liveValue: Prices { Prices(price: { $0.count }) }
}

/// A client that contains the client of another key.
private enum ShopKey: DependencyKey {
  static var liveValue: Shop {
    @Dependency(PricesKey.self) var prices
    return Shop(prices: prices, open: {})
  }
}

private enum TestedShopKey: TestDependencyKey {
  static var testValue: Shop { ShopKey.liveValue }
}

private struct Offline: Error, Equatable {}

private let fixedPrices = Prices(price: { _ in 1 })
private let prices = Prices(price: { $0.count })
private let shop = Shop(prices: prices, oldPrices: prices, newPrices: prices, open: {})

@Suite(.dependencies) struct NestedClientTests {
  @Test func `a spy records the calls to a client that is a property of a client`() throws {
    let spy = ClientSpy("shop")
    let client = spy.wrap(shop)

    try client.open()
    #expect(try client.prices.price(article: "tea") == 3)
    #expect(try client.oldPrices?.price(article: "milk") == 4)
    #expect(try client.newPrices.price(article: "jam") == 3)

    spy.calls.expectCalls([
      "Shop.open()", #"Prices.price("tea")"#, #"Prices.price("milk")"#, #"Prices.price("jam")"#,
    ])
  }

  @Test func `faults are injected into a client that is a property of a client`() {
    let client = Faults(seed: 1, [.throwing(Offline())]).wrap(shop)

    #expect(throws: Offline()) { try client.prices.price(article: "tea") }
  }

  @Test func `a client in a property that cannot be wrapped is reported as an issue`() {
    let spy = ClientSpy("market")
    let plain = Plain(add: { $0 })
    let market = Market(
      prices: prices,
      plain: plain,
      watched: prices,
      plainConstant: plain,
      open: {}
    )

    let found = issues { _ = spy.wrap(market) }

    #expect(
      found.map(\.message) == [
        """
        Market.prices was not wrapped, so its calls are neither recorded nor changed: make it a 'var'.
        """,
        """
        Market.plain was not wrapped, so its calls are neither recorded nor changed: remove 'wrappable: false' from the \
        client's @DependencyClient.
        """,
        """
        Market.watched was not wrapped, so its calls are neither recorded nor changed: remove its observers.
        """,
        """
        Market.plainConstant was not wrapped, so its calls are neither recorded nor changed: make it a 'var', and remove \
        'wrappable: false' from the client's @DependencyClient.
        """,
        """
        Market.fixed was not wrapped, so its calls are neither recorded nor changed: make it a 'var'.
        """,
      ]
    )
  }

  @Test func `a client that is a private member of another type is reported as an issue`() {
    let spy = ClientSpy("kiosk")
    let kiosk = Kiosk(stock: Depot.stock, oldStock: Depot.stock, newStock: Depot.stock, open: {})

    let found = issues { _ = spy.wrap(kiosk) }

    let reason = "was not wrapped, so its calls are neither recorded nor changed:"
    let remedy =
      "declare the client's type, and the types around it, as 'fileprivate' instead of 'private'"
    #expect(
      found.map(\.message) == [
        "Kiosk.stock \(reason) \(remedy).", "Kiosk.oldStock \(reason) \(remedy).",
        "Kiosk.newStock \(reason) make it a 'var', and \(remedy).",
      ]
    )
  }

  @Test func `dependency values in a property of a client are not reported as a client`() {
    let found = issues { _ = ClientSpy("cabinet").wrap(Cabinet(values: .current, open: {})) }

    #expect(found == [])
  }

  @Test func `a client on a global actor is wrapped without its isolated properties`() throws {
    let spy = ClientSpy("screen")
    let screen = Screen(prices: prices, show: {})

    let found = issues { #expect(try! spy.wrap(screen).prices.price(article: "tea") == 3) }

    let reason = "was not wrapped, so its calls are neither recorded nor changed:"
    #expect(
      found.map(\.message) == [
        "Screen.hidden \(reason) remove 'private'.", "Screen.fixed \(reason) make it a 'var'.",
      ]
    )
    #expect(try spy.wrap(Monitor(prices: prices)).prices.price(article: "milk") == 4)
    spy.calls.expectCalls([#"Prices.price("tea")"#, #"Prices.price("milk")"#])
  }

  @Test(.dependencyTrace)
  func `checking the calls in a trace reports a client that is a private member of another type`() {
    _ = Dependency(StockKey.self).wrappedValue

    let trace = DependencyTrace.current()
    let found = issues { #expect(trace.calls == []) }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("Shelf (declare the client's type") == true)
  }

  @Test(.dependencyTrace, .dependencies { $0[PricesKey.self] = prices })
  func `a trace contains each call to a client inside another client once`() throws {
    _ = try Dependency(TestedShopKey.self).wrappedValue.prices.price(article: "tea")

    #expect(DependencyTrace.current().calls == [#"Prices.price("tea")"#])
  }

  @Test(.dependencies { $0[PricesKey.self].price = { _ in 7 } })
  func `a call to an overridden client inside a live client is no issue`() throws {
    let found = issues {
      withDependencies {
        $0[ShopKey.self].open = {}
      } operation: {
        #expect(try! Dependency(ShopKey.self).wrappedValue.prices.price(article: "tea") == 7)
      }
    }

    #expect(found == [])
  }
}
