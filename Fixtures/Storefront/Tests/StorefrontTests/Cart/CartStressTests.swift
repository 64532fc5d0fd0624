import Dependence
import DependenceTesting
import Storefront
import Testing

@Suite(
  .stress(iterations: 200),
  .dependencies {
    $0.customer = .ada
    $0.storeClient.placeOrder = { _ in await Task.yield() }
  }
)
struct CartStressTests {
  private let cart = Cart()

  @Test func `what is added is ordered once or still in the cart`() async throws {
    var random = try #require(StressIteration.current).random
    let quantities = (1...8).map { _ in Int.random(in: 1...9, using: &random) }

    let ordered = await withTaskGroup(of: [LineItem].self) { [cart] group in
      for quantity in quantities {
        group.addTask {
          await cart.add(.tea, quantity: quantity)
          return (try? await cart.checkOut())?.lines ?? []
        }
      }
      return await group.reduce([], +)
    }

    let all = await (ordered + cart.lines).map(\.quantity)
    #expect(all.reduce(0, +) == quantities.reduce(0, +))
  }
}
