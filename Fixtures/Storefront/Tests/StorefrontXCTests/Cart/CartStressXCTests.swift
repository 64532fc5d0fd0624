import Dependence
import DependenceXCTest
import Storefront
import Testing
import XCTest

final class CartStressXCTests: StorefrontTestCase {
  func testWhatIsAddedIsOrderedOnceOrStillInTheCart() async throws {
    try await stress(iterations: 200) { iteration in
      var random = iteration.random
      let quantities = (1...8).map { _ in Int.random(in: 1...9, using: &random) }
      let cart = Cart()

      let ordered = await withTaskGroup(of: [LineItem].self) { group in
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
}
