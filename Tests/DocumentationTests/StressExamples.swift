import Dependence
import DependenceTesting
import Testing

struct StressExampleTests {
  @Test(.stress(iterations: 200), .dependency(\.ledger, Ledger()))
  func `each iteration has a separate ledger`() {
    let ledger = DependencyValues.current.ledger
    ledger.add(1)
    #expect(ledger.total == 1)
  }
}

// MARK: - Types of the examples

actor Account {
  private(set) var balance = 0

  func deposit(_ amount: Int) {
    balance += amount
  }
}

final class Ledger: Sendable {
  let number: Int
  private let sum = Lock(0)

  init(_ number: Int = 0) {
    self.number = number
  }

  static func numbered(_ number: Int) -> Ledger { Ledger(number) }

  var total: Int { sum.withLock { $0 } }
  func add(_ amount: Int) { sum.withLock { $0 += amount } }
}

enum LedgerKey: DependencyKey {
  static var liveValue: Ledger { Ledger(-1) }
  static var testValue: Ledger { Ledger(-1) }
}

extension DependencyValues {
  var ledger: Ledger {
    get { self[LedgerKey.self] }
    set { self[LedgerKey.self] = newValue }
  }
}
