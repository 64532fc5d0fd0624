import DependenceFoundation
import DependenceTesting
import Foundation
import Storefront
import Testing

@Suite(
  .strictDependencies,
  .reportUnusedOverrides,
  .dependencies {
    $0.date = .constant(Date(timeIntervalSince1970: 0))
    $0.shop = Shop(name: "Tea house", currency: "EUR")
    $0.timeZone = .gmt
  }
)
struct ReceiptPrinterTests {
  @Dependency(\.shop) private var shop
  @Dependency(\.journal) private var journal
  private let order = Order(
    number: OrderNumber(3),
    customer: .ada,
    lines: [LineItem(.tea, quantity: 2), LineItem(.mug)]
  )

  @Test func `a receipt is the one of the shop that asked for it`() async throws {
    let receipt = try await ReceiptPrinter().print(order).get()

    #expect(
      receipt.lines == [
        "Tea house, order #3",
        "1970-01-01",
        "2 × Green tea: 9.00 EUR",
        "1 × Tea mug: 12.00 EUR",
        "Total: 21.00 EUR",
      ]
    )
    #expect(journal.entries == [.receiptPrinted(OrderNumber(3))])
  }

  @Test(.dependencies { $0.timeZone = try #require(TimeZone(secondsFromGMT: -3600)) })
  func `a receipt has the day that it is where the shop is`() async throws {
    let receipt = try await ReceiptPrinter().print(order).get()

    #expect(receipt.lines[1] == "1969-12-31")
  }

  @Test func `the printer calls back in the scope of its caller`() async {
    let name = await withCheckedContinuation { continuation in
      ReceiptPrinter().print(order) { _ in continuation.resume(returning: shop.name) }
    }

    #expect(name == "Tea house")
  }

  @Test(arguments: ["North", "South", "East", "West"])
  func `each shop prints its own receipts`(name: String) async throws {
    try await withDependencies {
      $0.shop = Shop(name: name, currency: "EUR")
    } operation: {
      let receipt = try await ReceiptPrinter().print(order).get()

      #expect(receipt.lines.first == "\(name), order #3")
    }
  }

  @Test func `shops that share a printer get their own receipts`() async throws {
    let printer = ReceiptPrinter()
    async let ours = printer.print(order)
    async let theirs = withDependencies {
      $0.shop = Shop(name: "Coffee house", currency: "EUR")
    } operation: {
      await printer.print(order)
    }

    let titles = try await [ours, theirs].map { try $0.get().lines.first }

    #expect(titles == ["Tea house, order #3", "Coffee house, order #3"])
  }

  @Test func `a roll that is too short prints nothing`() async {
    let receipt = await ReceiptPrinter(linesOnRoll: 3).print(order)

    #expect(receipt == .failure(.outOfPaper))
    #expect(journal.entries == [])
  }
}

extension ReceiptPrinter {
  /// Prints the receipt of `order`, and returns the result that the printer passes to its callback.
  fileprivate func print(_ order: Order) async -> Result<Receipt, PrinterError> {
    await withCheckedContinuation { continuation in
      print(order) { continuation.resume(returning: $0) }
    }
  }
}
