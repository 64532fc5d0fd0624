import DependenceMacros
import Synchronization

/// Counts orders, so that no two have the same number.
final class OrderNumberSequence: Sendable {
  private let last = Mutex(0)

  /// The one sequence of the shop.
  ///
  /// A `Lazy` instead of a plain `static let`, which every test of a process would share: an app
  /// still has one sequence, but in each test case the numbers start again at 1.
  static let shared = Lazy { OrderNumberSequence() }

  func next() -> OrderNumber {
    last.withLock { last in
      last += 1
      return OrderNumber(last)
    }
  }
}
