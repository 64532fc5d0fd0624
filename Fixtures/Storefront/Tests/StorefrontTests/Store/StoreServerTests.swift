import Storefront
import Testing

struct StoreServerTests {
  private let store = StoreClient.live(selling: [.tea, .mug], stock: 2)

  @Test func `a store sells what it was given`() async throws {
    #expect(try await store.fetchProducts() == [.tea, .mug])
  }

  @Test(arguments: [("green", [.tea]), ("TEA", [.tea, .mug]), ("coffee", [Product]())])
  func `a search looks for the text in any case`(text: String, products: [Product]) async throws {
    #expect(try await store.searchProducts(text) == products)
  }

  @Test func `stock runs out`() async throws {
    let order = try await order(LineItem(.tea, quantity: 2))
    try await store.placeOrder(order)

    await #expect(throws: StoreError.outOfStock("tea")) { try await store.placeOrder(order) }
  }

  @Test func `an order that is refused takes nothing from the stock`() async throws {
    let refused = try await order(LineItem(.tea, quantity: 2), LineItem(.mug, quantity: 3))
    let accepted = try await order(LineItem(.tea, quantity: 2))

    await #expect(throws: StoreError.outOfStock("mug")) { try await store.placeOrder(refused) }

    try await store.placeOrder(accepted)
  }

  @Test func `a customer who has logged out cannot buy`() async throws {
    let order = try await order(LineItem(.tea))

    await store.logOut(order.customer)

    await #expect(throws: StoreError.notLoggedIn(.ada)) { try await store.placeOrder(order) }
  }

  @Test func `nobody logs in without a name`() async {
    await #expect(throws: StoreError.unknownCustomer) { try await store.logIn("") }
  }

  /// Returns an order of a customer who has just logged in.
  private func order(_ lines: LineItem...) async throws -> Order {
    Order(number: OrderNumber(1), customer: try await store.logIn("Ada"), lines: lines)
  }
}
