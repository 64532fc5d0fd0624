import Dependence
import DependenceXCTest
import Storefront
import XCTest

final class CartXCTests: StorefrontTestCase {
  @Dependency(\.customer) private var customer
  @Dependency(\.journal) private var journal
  private let cart = Cart()
  private let place = Spy<Order, Void>("StoreClient.placeOrder")
  private var customerAtSetUp: Customer?

  override func setUp() async throws {
    customerAtSetUp = customer
    await cart.add(.tea)
  }

  func testSetUpSeesTheConfiguredCustomer() {
    XCTAssertEqual(customerAtSetUp, .ada)
  }

  func testACheckoutIsTheConfiguredCustomers() async throws {
    let order = try await withDependencies {
      $0.storeClient.placeOrder = place.wrap($0.storeClient.placeOrder)
    } operation: {
      try await cart.checkOut()
    }

    let expected = Order(number: OrderNumber(1), customer: .ada, lines: [LineItem(.tea)])
    XCTAssertEqual(order, expected)
    place.expectCalls([expected])
    XCTAssertEqual(journal.entries, [.orderPlaced(OrderNumber(1))])
  }

  @MainActor
  func testACheckoutOnTheMainActorIsTheConfiguredCustomers() async throws {
    let order = try await cart.checkOut()

    XCTAssertEqual(order.customer, .ada)
  }

  func testAScopeWinsOverTheConfiguration() async throws {
    let order = try await withDependencies {
      $0.customer = .grace
    } operation: {
      try await cart.checkOut()
    }

    XCTAssertEqual(order.customer, .grace)
  }

  func testADetachedCheckoutTakesTheScopeAlong() async throws {
    let scope = captureDependencies()
    let order = try await Task.detached { [cart] in
      try await scope.run { try await cart.checkOut() }
    }.value

    XCTAssertEqual(order.customer, .ada)
  }

  func testACartKeepsItsLinesWhenTheStoreRefuses() async {
    let checkout = await withDependencies {
      $0.storeClient.placeOrder = { _ in throw StoreError.outOfStock("tea") }
    } operation: {
      await Task { [cart] in try await cart.checkOut() }.result
    }

    let lines = await cart.lines
    XCTAssertThrowsError(try checkout.get()) {
      XCTAssertEqual($0 as? StoreError, .outOfStock("tea"))
    }
    XCTAssertEqual(lines, [LineItem(.tea)])
  }
}
