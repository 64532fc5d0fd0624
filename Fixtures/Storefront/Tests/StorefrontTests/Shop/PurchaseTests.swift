import DependenceFoundation
import DependenceTesting
import Foundation
import Storefront
import Testing

/// A test of a whole purchase, from the login to the receipt. All dependencies are those of the
/// app, except for the date and the time zone.
@Suite(
  .dependencyTrace,
  .dependencies {
    $0.context = .live
    $0.date = .constant(Date(timeIntervalSince1970: 0))
    $0.timeZone = .gmt
  }
)
struct PurchaseTests {
  @Dependency(\.journal) private var journal

  @Test func `a customer logs in and buys and takes the receipt home`() async throws {
    openShop(Shop(name: "Tea house", currency: "EUR"), selling: [.tea])
    let cart = Cart()
    await cart.add(.tea, quantity: 2)

    let receipt = try await withSession(of: "Ada") {
      let order = try await cart.checkOut()
      return try await withCheckedThrowingContinuation { continuation in
        ReceiptPrinter().print(order) { continuation.resume(with: $0) }
      }
    }

    #expect(
      receipt.lines == [
        "Tea house, order #1", "1970-01-01", "2 × Green tea: 9.00 EUR", "Total: 9.00 EUR",
      ]
    )
    #expect(journal.entries == [.orderPlaced(OrderNumber(1)), .receiptPrinted(OrderNumber(1))])
  }
}
