// cannot form main actor-isolated conformance
import Dependence

@MainActor final class CartModel {
  init() {}
}

enum CartKey {}

extension CartKey: @MainActor DependencyKey {
  static let liveValue = CartModel()
}
