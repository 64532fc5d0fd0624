import Dependence
import DependenceSimulation
import DependenceXCTest
import Storefront
import XCTest

final class CartScheduleXCTests: StorefrontTestCase {
  func testACustomerWhoTapsTwiceOrdersOnce() async throws {
    try XCTSkipUnless(Simulation.isSupported)
    let result = try await explore(.exhaustive(limit: 1_000)) { _ in
      let cart = Cart()
      await cart.add(.tea)

      async let first = try? cart.checkOut()
      async let second = try? cart.checkOut()
      let orders = await [first, second].compactMap(\.self)

      if orders.map(\.lines) != [[LineItem(.tea)]] { reportIssue("\(orders)") }
    }

    XCTAssertTrue(result.isComplete)
  }
}
