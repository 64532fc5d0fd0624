import Dependence
import DependenceFoundation
import DependenceHarness
import DependenceSimulation
import DependenceTesting
import Foundation
import Synchronization
import Testing

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
