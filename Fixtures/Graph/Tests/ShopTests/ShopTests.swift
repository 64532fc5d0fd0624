import DependenceGraph
import DependenceTesting
import ShopModel
import Storefront
import Testing

@testable import ShopApp

/// Tests that make the same purchase in both versions of the storefront: with keys and with a
/// graph.
@Suite(.dependencies { $0.context = .live })
struct ShopTests {
  @Test func `both forms sell the same`() async throws {
    let keyed = try await withDependencies {
      $0.storeClient = .live(selling: [.tea])
    } operation: {
      let cart = Cart()
      await cart.add(.tea, quantity: 2)
      return try await withSession(of: "Ada") { try await cart.checkOut() }
    }

    let app = ShopApp()
    let session = try await app.logIn(as: "Ada")
    await session.cart.add(.tea, quantity: 2)
    let injected = try await session.cart.checkOut()

    #expect(injected.lines == keyed.lines)
    #expect(injected.customer == keyed.customer)
    #expect(injected.number == OrderNumber(2))
    #expect(app.journal.entries == [.orderPlaced(OrderNumber(2))])
  }

  @Test func `a store that nobody implements refuses the order`() async throws {
    let app = ShopApp.test { $0.numbers = SevenTheNumber() }
    let session = app.session.instantiate(.ada)
    await session.cart.add(.tea)

    try await expectUnimplemented("Store.place(_:)") { _ = try await session.cart.checkOut() }

    #expect(app.journal.entries == [])
  }
}

private struct SevenTheNumber: OrderNumbers {
  func next() -> OrderNumber { OrderNumber(7) }
}
