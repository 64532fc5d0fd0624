import Dependence
import DependenceTesting
import Storefront
import Testing

@Suite(
  .dependencies {
    $0.customer = .ada
    $0.storeClient.placeOrder = { _ in }
  }
)
struct DetachedCheckoutTests {
  @Dependency(\.journal) private var journal
  private let cart = Cart()

  @Test func `a detached checkout that takes the scope along is the customer's`() async throws {
    await cart.add(.tea)

    let scope = captureDependencies()
    let order = try await Task.detached { [cart] in
      try await scope.run { try await cart.checkOut() }
    }.value

    #expect(order == Order(number: OrderNumber(1), customer: .ada, lines: [LineItem(.tea)]))
    #expect(journal.entries == [.orderPlaced(OrderNumber(1))])
  }

  @Test func `a detached checkout that leaves the scope behind is nobody's`() async {
    await cart.add(.tea)

    await #expect(throws: CheckoutError.notLoggedIn) {
      try await Task.detached { [cart] in try await cart.checkOut() }.value
    }
  }

  @Test func `a checkout in a child task is the customer's`() async throws {
    await cart.add(.tea)

    async let order = cart.checkOut()

    #expect(try await order.customer == .ada)
  }
}
