import Dependence
import DependenceTesting
import Storefront
import Testing

/// Tests of checkouts with a store that is slow and fails, and with customers who cancel.
@Suite(
  .dependencies {
    $0.continuousClock = ImmediateClock()
    $0.customer = .ada
    $0.storeClient.placeOrder = { _ in }
  },
  .faults([
    .delay(upTo: .seconds(5)), .throwing(Offline(), probability: 0.3),
    .cancelling(probability: 0.3),
  ]) { faults, dependencies in
    dependencies.storeClient.placeOrder = faults.wrap(
      "StoreClient.placeOrder",
      dependencies.storeClient.placeOrder
    )
  }
)
struct UnreliableCheckoutTests {
  @Dependency(\.journal) private var journal

  @Test(arguments: 1...20)
  func `a cart keeps its lines until the store agrees`(orders: Int) async {
    var placed: [Journal.Entry] = []
    for _ in 1...orders {
      let cart = Cart()
      await cart.add(.tea, quantity: 2)

      let checkout = await Task { try await cart.checkOut() }.result

      let order = try? checkout.get()
      #expect(await cart.lines == (order == nil ? [LineItem(.tea, quantity: 2)] : []))
      placed += order.map { [.orderPlaced($0.number)] } ?? []
    }
    #expect(journal.entries == placed)
  }
}

private struct Offline: Error {}
