import Dependence
import Storefront
import XCTest

/// Tests that each test method of a plain `XCTestCase` has its own root.
final class OrderNumbersXCTests: XCTestCase {
  @Dependency(\.orderNumbers) private var orderNumbers
  @Dependency(\.journal) private var journal

  func testATestCountsFromOne() {
    countTwoOrders()
  }

  func testTheNextTestCountsFromOneAgain() {
    countTwoOrders()
  }

  func testAnAsynchronousTestCountsFromOneAgain() async {
    countTwoOrders()
  }

  private func countTwoOrders() {
    let before = journal.entries
    let numbers = [orderNumbers(), orderNumbers()]
    journal.record(.orderPlaced(numbers[1]))

    XCTAssertEqual(before, [])
    XCTAssertEqual(numbers, [OrderNumber(1), OrderNumber(2)])
  }
}
