import Synchronization

/// A thread-safe counter that returns 0, 1, 2, and so on, and never returns a number twice.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).oldValue }
}
