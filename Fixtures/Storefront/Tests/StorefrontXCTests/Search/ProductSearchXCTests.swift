import Dependence
import DependenceXCTest
import Storefront
import XCTest

final class ProductSearchXCTests: DependencyTestCase {
  private let clock = TestClock()
  private let ask = Spy<String, [Product]>("StoreClient.searchProducts")
  private let search = ProductSearch()

  override var dependencyDiagnostics: DependencyDiagnostics { [.strict, .unusedOverrides, .trace] }

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.continuousClock = clock
    dependencies.storeClient.searchProducts = ask.wrap { _ in [.tea] }
  }

  func testASearchAsksTheStoreAfterThePauseAndNotBefore() async throws {
    let result = Task { [search] in try await search.search(for: "tea") }

    await clock.advance(by: ProductSearch.pause - .milliseconds(1), sleepers: 1)
    ask.expectNoCalls()
    await clock.advance(by: .milliseconds(1))

    let found = try await result.value
    XCTAssertEqual(found, [.tea])
    ask.expectCalls(["tea"])
    XCTAssertEqual(ask.calls.map(\.time), [ProductSearch.pause])
  }
}
