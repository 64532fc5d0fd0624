import Synchronization

/// A counter that returns 0, 1, 2, …, and each number only once, even to concurrent callers.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
