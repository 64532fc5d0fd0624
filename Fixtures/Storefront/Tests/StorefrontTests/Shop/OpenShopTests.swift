import Dependence
import DependenceTesting
import Storefront
import Testing

struct OpenShopTests {
  @Dependency(\.shop) private var shop
  @Dependency(\.storeClient) private var store

  // Every test case opens the shop, which is possible only once per root. This works because each
  // test case has its own root.
  @Test(arguments: ["North", "South", "East", "West"])
  func `an open shop is the same everywhere in its test`(name: String) async throws {
    let opened = Shop(name: name, currency: "EUR")
    openShop(opened, selling: [.kettle])

    let scope = captureDependencies()
    let elsewhere = await Task.detached { scope.run { shop } }.value

    #expect([shop, elsewhere] == [opened, opened])
    #expect(try await store.fetchProducts() == [.kettle])
  }

  @Test func `a scope wins over the open shop`() {
    let opened = Shop(name: "North", currency: "EUR")
    let visiting = Shop(name: "Market stall", currency: "EUR")
    openShop(opened, selling: [])

    let inside = withDependencies {
      $0.shop = visiting
    } operation: {
      shop
    }

    #expect([inside, shop] == [visiting, opened])
  }

  @Test func `a shop that is open does not open again`() {
    let opened = Shop(name: "North", currency: "EUR")
    openShop(opened, selling: [])

    withExpectedIssues(count: 1) {
      $0.message.hasPrefix("prepareDependencies was ignored, because the same call")
    } operation: {
      openShop(Shop(name: "South", currency: "EUR"), selling: [])
    }

    #expect(shop == opened)
  }

  @Test func `a shop that has served customers does not open`() {
    let before = shop

    withExpectedIssues(count: 1) {
      $0.message.contains("ShopKey had already been read")
    } operation: {
      openShop(Shop(name: "North", currency: "EUR"), selling: [])
    }

    #expect(shop == before)
  }
}
