import Synchronization

/// The events of the shop, in order.
public final class Journal: Sendable {
  /// One thing that has happened.
  public enum Entry: Sendable, Hashable {
    /// The store has agreed to an order.
    case orderPlaced(OrderNumber)
    /// The receipt of an order was printed.
    case receiptPrinted(OrderNumber)
  }

  private let storage = Mutex<[Entry]>([])

  /// A journal without entries.
  public init() {}

  /// Everything so far, oldest first.
  public var entries: [Entry] { storage.withLock { $0 } }

  /// Adds an entry at the end.
  public func record(_ entry: Entry) {
    storage.withLock { $0.append(entry) }
  }
}
