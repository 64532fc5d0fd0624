import Dependence
import DependenceFoundation
import DependenceHarness
import DependenceSimulation
import DependenceTesting
import Foundation
import Synchronization
import Testing

struct Timeout: Error {}

struct Checkout {
  let charge: @Sendable (_ cents: Int, _ key: UUID) async throws -> Void
  @Dependency(\.uuid) private var uuid

  init(charge: @escaping @Sendable (_ cents: Int, _ key: UUID) async throws -> Void) {
    self.charge = charge
  }

  func pay(_ cents: Int) async throws {
    do {
      try await charge(cents, uuid())
    } catch is Timeout {
      try await charge(cents, uuid())
    }
  }
}

struct CheckoutTests {
  @Test(.explore(.exhaustive()))
  func `a payment reaches the bank`() async throws {
    let payments = Mutex(0)
    let faults = Faults([.throwing(Timeout())], atMost: 1)
    let checkout = Checkout(
      charge: faults.wrap("Bank.charge") { cents, _ in payments.withLock { $0 += cents } }
    )

    try await checkout.pay(100)

    #expect(payments.withLock { $0 } == 100)
  }
}
