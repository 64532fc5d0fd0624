import Dependence

/// A counter that concurrent tasks can change.
final class Counter: Sendable {
  private let number = Lock(0)

  var value: Int { number.withLock { $0 } }

  @discardableResult
  func add(_ summand: Int) -> Int {
    number.withLock { number in
      number += summand
      return number
    }
  }
}
