import DependenceFoundation
import DependenceMacros
import Dispatch

/// Prints receipts one after the other, and calls back.
///
/// Task-local scopes do not follow work onto a queue. The printer takes its caller's scope along, so
/// that what runs there reads the dependencies of whoever asked for the receipt.
public struct ReceiptPrinter: Sendable {
  @Dependency(\.shop) private var shop
  @Dependency(\.journal) private var journal
  @Dependency(\.date) private var date
  @Dependency(\.timeZone) private var timeZone

  private let queue = DispatchQueue(label: "receipt printer")
  private let linesOnRoll: Int

  /// A printer with a queue of its own; copies share it.
  ///
  /// - Parameter linesOnRoll: How long a receipt can be.
  public init(linesOnRoll: Int = 100) {
    self.linesOnRoll = linesOnRoll
  }

  /// Prints the receipt of `order`.
  ///
  /// - Parameter completion: Called once, on the printer's queue, in the scope of this call.
  public func print(
    _ order: Order,
    completion: @escaping @Sendable (Result<Receipt, PrinterError>) -> Void
  ) {
    let scope = captureDependencies()
    let complete = scope.wrap(completion)
    queue.async {
      let receipt = scope.run {
        Result { () throws(PrinterError) in try issueReceipt(of: order) }
      }
      complete(receipt)
    }
  }

  private func issueReceipt(of order: Order) throws(PrinterError) -> Receipt {
    let receipt = Receipt(of: order, from: shop, on: date(), in: timeZone)
    guard receipt.lines.count <= linesOnRoll else { throw .outOfPaper }
    journal.record(.receiptPrinted(order.number))
    return receipt
  }
}
