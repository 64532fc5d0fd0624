import DependenceMacros
import Synchronization

/// A sequence of order numbers, each of which is used only once.
final class OrderNumberSequence: Sendable {
  private let last = Mutex(0)

  /// The sequence that the whole shop uses.
  ///
  /// This property is a `Lazy`, because all tests of a process would share a plain `static let`.
  /// With a `Lazy`, an app has a single sequence, but in each test case the numbers start with 1
  /// again.
  static let shared = Lazy { OrderNumberSequence() }

  func next() -> OrderNumber {
    last.withLock { last in
      last += 1
      return OrderNumber(last)
    }
  }
}
