import DependenceFoundation
import DependenceXCTest
import Foundation
import Storefront
import XCTest

final class ReceiptPrinterXCTests: DependencyTestCase {
  private typealias Printed = Result<Receipt, PrinterError>

  @Dependency(\.shop) private var shop
  private let order = Order(number: OrderNumber(3), customer: .ada, lines: [LineItem(.tea)])
  private let teaHouse = Shop(name: "Tea house", currency: "EUR")
  private let today = Date(timeIntervalSince1970: 0)

  override var dependencyDiagnostics: DependencyDiagnostics { [.unusedOverrides, .trace] }

  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.date = .constant(today)
    dependencies.timeZone = .gmt
  }

  func testAReceiptIsTheOneOfTheShopThatAskedForIt() {
    // The test can end while the printer's queue is still running the callback, so allow unfinished
    // calls.
    let receipts = Spy<Printed, Void>("the callback", allowsUnfinishedCalls: true)
    let called = expectation(description: "the printer calls back")

    withDependencies {
      $0.shop = teaHouse
    } operation: {
      ReceiptPrinter().print(order, completion: receipts.wrap { _ in called.fulfill() })
    }
    wait(for: [called], timeout: 60)

    receipts.expectCalls([.success(Receipt(of: order, from: teaHouse, on: today, in: .gmt))])
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
