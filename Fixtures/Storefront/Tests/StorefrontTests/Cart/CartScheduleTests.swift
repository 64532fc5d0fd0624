import Dependence
import DependenceSimulation
import DependenceTesting
import Storefront
import Testing

/// Tests of a customer who taps the checkout button twice. They run in many different schedules.
@Suite(
  .enabled(if: Simulation.isSupported),
  .dependencies {
    $0.customer = .ada
    $0.storeClient.fetchProducts = { [.tea] }
  }
)
struct CartScheduleTests {
  /// Checks out twice at the same time, and returns the orders that the store received.
  private static func tapTwice(
    _ checkOut: @escaping @Sendable () async throws -> Order
  ) async -> [Order] {
    let place = Spy<Order, Void>("StoreClient.placeOrder")
    await withDependencies {
      $0.storeClient.placeOrder = place.wrap { _ in }
    } operation: {
      async let first = try? checkOut()
      async let second = try? checkOut()
      _ = await (first, second)
    }
    return place.calls.map(\.arguments)
  }

  @Test(.explore(.exhaustive(limit: 1_000)))
  func `a cart orders once`() async {
    let cart = Cart()
    await cart.add(.tea)

    let orders = await Self.tapTwice { try await cart.checkOut() }

    #expect(orders.map(\.lines) == [[LineItem(.tea)]])
    #expect(await cart.lines == [])
  }

  @Test func `a hasty cart orders twice and does so again in a replay`() async throws {
    let tapHastily: @Sendable () async -> Int = {
      let cart = HastyCart()
      await cart.add(.tea)
      return await Self.tapTwice { try await cart.checkOut() }.count
    }

    let result = try await withExpectedIssues(count: 1) {
      $0.message.hasPrefix("2 orders\nReplay this schedule (order of tasks) with ")
    } operation: {
      try await explore(schedules: 100) { _ in
        let orders = await tapHastily()
        if orders != 1 { reportIssue("\(orders) orders") }
      }
    }

    let token = try #require(result.failure)
    let again = try await simulate(.replay(token)) { _ in await tapHastily() }
    #expect(again == 2)
  }
}
