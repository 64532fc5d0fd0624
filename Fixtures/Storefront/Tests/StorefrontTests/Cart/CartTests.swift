import Dependence
import DependenceTesting
import Storefront
import Testing

@Suite(
  .strictDependencies(except: OrderNumbersKey.self),
  .dependencies {
    $0.customer = .ada
    $0.storeClient.placeOrder = { _ in }
  }
)
struct CartTests {
  @Dependency(\.journal) private var journal
  private let place = Spy<Order, Void>("StoreClient.placeOrder")
  private let cart = Cart()

  @Test(arguments: [[1], [2, 3], [1, 1, 1]])
  func `a product that is added again stays on one line`(quantities: [Int]) async {
    for quantity in quantities { await cart.add(.tea, quantity: quantity) }

    #expect(await cart.lines == [LineItem(.tea, quantity: quantities.reduce(0, +))])
  }

  @Test func `a checkout orders every line for the customer`() async throws {
    await cart.add(.tea, quantity: 2)
    await cart.add(.mug)

    let order = try await withDependencies {
      $0.storeClient.placeOrder = place.wrap { _ in }
    } operation: {
      try await cart.checkOut()
    }

    let expected = Order(
      number: OrderNumber(1),
      customer: .ada,
      lines: [LineItem(.tea, quantity: 2), LineItem(.mug)]
    )
    #expect(order == expected)
    place.expectCalls([expected])
  }

  @Test func `a cart is empty after its checkout`() async throws {
    await cart.add(.tea)

    _ = try await cart.checkOut()

    #expect(await cart.lines == [])
    #expect(journal.entries == [.orderPlaced(OrderNumber(1))])
  }

  @Test(.dependencies { $0.storeClient.placeOrder = { _ in throw StoreError.outOfStock("tea") } })
  func `a cart keeps its lines when the store refuses`() async {
    await cart.add(.tea)

    await #expect(throws: StoreError.outOfStock("tea")) { try await cart.checkOut() }

    #expect(await cart.lines == [LineItem(.tea)])
    #expect(journal.entries == [])
  }

  @Test func `a cart that was refused may try again`() async throws {
    await cart.add(.tea)
    _ = try? await withDependencies {
      $0.storeClient.placeOrder = { _ in throw StoreError.outOfStock("tea") }
    } operation: {
      try await cart.checkOut()
    }

    _ = try await cart.checkOut()

    #expect(await cart.lines == [])
  }

  @Test func `a cart keeps what is added while the order is on its way`() async throws {
    await cart.add(.tea)

    _ = try await withDependencies {
      $0.storeClient.placeOrder = { [cart] _ in
        await cart.add(.tea, quantity: 2)
        await cart.add(.mug)
      }
    } operation: {
      try await cart.checkOut()
    }

    #expect(await cart.lines == [LineItem(.tea, quantity: 2), LineItem(.mug)])
  }

  @Test func `a cart does not check out twice at a time`() async throws {
    await cart.add(.tea)

    _ = try await withDependencies {
      $0.storeClient.placeOrder = place.wrap { [cart, place] _ in
        // Stop after the first order. If the cart accepted the second checkout, this closure would
        // call itself forever.
        guard place.calls.count == 1 else { return }
        await #expect(throws: CheckoutError.alreadyCheckingOut) { try await cart.checkOut() }
      }
    } operation: {
      try await cart.checkOut()
    }

    place.expectCalls(count: 1)
  }

  @Test func `an empty cart does not check out`() async {
    await #expect(throws: CheckoutError.emptyCart) { try await cart.checkOut() }
  }

  @Test(.dependency(CustomerKey.self, nil))
  func `a cart does not check out for nobody`() async {
    await cart.add(.tea)

    await #expect(throws: CheckoutError.notLoggedIn) { try await cart.checkOut() }
  }

  @Test func `each checkout is that of the customer around it`() async throws {
    await cart.add(.tea)
    let first = try await cart.checkOut()
    await cart.add(.tea)

    let second = try await withDependencies {
      $0.customer = .grace
    } operation: {
      try await cart.checkOut()
    }

    #expect([first.customer, second.customer] == [.ada, .grace])
  }
}
