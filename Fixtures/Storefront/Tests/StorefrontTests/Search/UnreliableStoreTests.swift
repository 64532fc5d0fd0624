import Dependence
import DependenceTesting
import Storefront
import Testing

/// Tests of the search with a store that is slow, fails, and answers out of order.
@Suite(
  .stress(iterations: 50, seed: 7),
  .dependencies { $0.storeClient.searchProducts = { [Product(searchedFor: $0)] } },
  .faults([
    .delay(upTo: .seconds(2)), .throwing(Offline(), probability: 0.3),
    .reordering(within: .seconds(2)),
  ]) { faults, dependencies in
    dependencies.storeClient.searchProducts = faults.wrap(
      "StoreClient.searchProducts",
      dependencies.storeClient.searchProducts
    )
  }
)
struct UnreliableStoreTests {
  private let clock = TestClock()
  private let ask = Spy<String, [Product]>("StoreClient.searchProducts")
  private let search = ProductSearch()

  @Test func `only the latest text is answered`() async throws {
    try await withDependencies {
      $0.continuousClock = clock
      $0.storeClient.searchProducts = ask.wrap($0.storeClient.searchProducts)
    } operation: {
      let first = Task { [search] in try await search.search(for: "te") }
      await clock.advance(by: ProductSearch.pause)
      await ask.waitForCalls(to: .begin)
      let second = Task { [search] in try await search.search(for: "tea") }
      // Wait until the second search sleeps. The store has not answered the first search yet.
      await clock.waitForSleepers(atLeast: 2)

      let (early, late) = try await clock.run { try await (first.value, second.result) }

      #expect(early == nil)
      switch late {
      case .success(let products): #expect(products == [Product(searchedFor: "tea")])
      case .failure(let error): #expect(error is Offline)
      }
      ask.expectCalls(["te", "tea"])
    }
  }
}

private struct Offline: Error {}

extension Product {
  /// Creates the product that the store finds for `text`, so that a result shows to which text it
  /// belongs.
  fileprivate init(searchedFor text: String) {
    self.init(id: text, name: text, price: Price(cents: 100))
  }
}
