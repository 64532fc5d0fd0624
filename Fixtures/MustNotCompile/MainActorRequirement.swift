// crosses into main actor-isolated code
import Dependence

@MainActor final class CartModel {
  init() {}
}

enum CartKey: DependencyKey {
  @MainActor static let liveValue = CartModel()
}
