import DependenceXCTest
import Storefront
import XCTest

final class SearchWithoutClockXCTests: XCTestCase {
  func testATestThatSearchesWithoutAClockFailsOnce() async throws {
    try await expectUnimplemented("continuousClock.sleep", count: 1) {
      _ = try await ProductSearch().search(for: "tea")
    }
  }
}
