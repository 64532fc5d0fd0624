import Dependence
import DependenceSimulation
import DependenceXCTest
import Storefront
import XCTest

/// Tests that use virtual time in synchronous test methods.
final class ProductSearchScheduleXCTests: DependencyTestCase {
  private let ask = Spy<String, [Product]>("StoreClient.searchProducts")
  private let search = ProductSearch()

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.continuousClock = ContinuousClock()
    dependencies.storeClient.searchProducts = ask.wrap { _ in [.tea] }
  }

  func testFiveLettersAskTheStoreOnce() throws {
    try XCTSkipUnless(Simulation.isSupported)
    let (found, time) = try simulate(seed: 7) { [search] simulation in
      var tasks: [Task<[Product]?, any Error>] = []
      for text in ["g", "gr", "gre", "gree", "green"] {
        tasks.append(Task { try await search.search(for: text) })
        try await Task.sleep(for: .milliseconds(100))
      }
      var found: [[Product]?] = []
      for result in tasks { found.append(try await result.value) }
      return (found, simulation.now)
    }

    XCTAssertEqual(found, [nil, nil, nil, nil, [.tea]])
    ask.expectCalls(["green"])
    XCTAssertEqual(time, .milliseconds(4 * 100) + ProductSearch.pause)
  }
}
