import Dependence
import Storefront
import StorefrontTestSupport
import XCTest

final class ReceiptPrinterXCTests: XCTestCase {
  private typealias Printed = Result<Receipt, PrinterError>

  @Dependency(\.shop) private var shop
  private let order = Order(number: OrderNumber(3), customer: .ada, lines: [LineItem(.tea)])
  private let teaHouse = Shop(name: "Tea house", currency: "EUR")

  func testAReceiptIsTheOneOfTheShopThatAskedForIt() {
    let receipts = Recorder<Printed>()
    let called = expectation(description: "the printer calls back")

    withDependencies {
      $0.shop = teaHouse
    } operation: {
      ReceiptPrinter().print(order) {
        receipts.record($0)
        called.fulfill()
      }
    }
    wait(for: [called], timeout: 60)

    XCTAssertEqual(receipts.elements, [.success(Receipt(of: order, from: teaHouse))])
  }

  func testThePrinterCallsBackInTheScopeOfItsCaller() async {
    let shopInCallback = await withDependencies {
      $0.shop = teaHouse
    } operation: {
      await withCheckedContinuation { continuation in
        ReceiptPrinter().print(order) { _ in
          @Dependency(\.shop) var shop
          continuation.resume(returning: shop)
        }
      }
    }

    XCTAssertEqual(shopInCallback, teaHouse)
    XCTAssertNotEqual(shop, teaHouse)
  }
}
