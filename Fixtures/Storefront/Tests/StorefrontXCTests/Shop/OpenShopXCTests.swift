import Dependence
import DependenceXCTest
import Storefront
import XCTest

final class OpenShopXCTests: DependencyTestCase {
  @Dependency(\.shop) private var shop
  @Dependency(\.storeClient) private var store

  // Every test method opens a shop, which is possible only once per root. This works because each
  // test method has its own root.
  override func setUp() {
    openShop(Shop(name: "North", currency: "EUR"), selling: [.kettle])
  }

  func testAnOpenShopHasItsName() {
    XCTAssertEqual(shop, Shop(name: "North", currency: "EUR"))
  }

  func testAnOpenShopSellsItsProducts() async throws {
    let products = try await store.fetchProducts()

    XCTAssertEqual(products, [.kettle])
  }
}
