import DependenceFoundation
import DependenceMacros
import Dispatch

/// A printer that prints receipts one after the other, and calls a closure for each receipt.
///
/// Code on a dispatch queue does not inherit the scope of the code that enqueued it. Therefore, the
/// printer captures its caller's scope, so that the work on the queue reads the caller's
/// dependencies.
public struct ReceiptPrinter: Sendable {
  @Dependency(\.shop) private var shop
  @Dependency(\.journal) private var journal
  @Dependency(\.date) private var date
  @Dependency(\.timeZone) private var timeZone

  private let queue = DispatchQueue(label: "receipt printer")
  private let linesOnRoll: Int

  /// Creates a printer with its own queue, which is shared by copies of the printer.
  ///
  /// - Parameter linesOnRoll: The maximum number of lines of a receipt.
  public init(linesOnRoll: Int = 100) {
    self.linesOnRoll = linesOnRoll
  }

  /// Prints the receipt of `order`.
  ///
  /// - Parameter completion: A closure that is called once, on the printer's queue and in the
  ///   caller's scope.
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
