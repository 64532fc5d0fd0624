import Dependence
import DependenceXCTest
import Storefront
import XCTest

final class OpenShopXCTests: DependencyTestCase {
  @Dependency(\.shop) private var shop
  @Dependency(\.storeClient) private var store

  // Every test method opens a shop, which can be done only once under one root.
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
