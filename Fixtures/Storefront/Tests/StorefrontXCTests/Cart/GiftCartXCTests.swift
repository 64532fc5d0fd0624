import Dependence
import Storefront
import XCTest

/// A test case that changes an inherited configuration. It overrides the customer, but not the
/// store.
final class GiftCartXCTests: StorefrontTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) throws {
    try super.configureDependencies(&dependencies)
    dependencies.customer = .grace
  }

  func testACheckoutUsesBothConfigurations() async throws {
    let cart = Cart()
    await cart.add(.mug)

    let order = try await cart.checkOut()

    let expected = Order(number: OrderNumber(1), customer: .grace, lines: [LineItem(.mug)])
    XCTAssertEqual(order, expected)
  }
}
