import Synchronization

/// A list of the events in the shop, in the order in which they happened.
public final class Journal: Sendable {
  /// An event in the shop.
  public enum Entry: Sendable, Hashable {
    /// The store has accepted an order.
    case orderPlaced(OrderNumber)
    /// The receipt of an order was printed.
    case receiptPrinted(OrderNumber)
  }

  private let storage = Mutex<[Entry]>([])

  /// Creates a journal without entries.
  public init() {}

  /// All entries so far, oldest first.
  public var entries: [Entry] { storage.withLock { $0 } }

  /// Adds an entry at the end.
  public func record(_ entry: Entry) {
    storage.withLock { $0.append(entry) }
  }
}
