// main actor-isolated default value in a nonisolated context
import Dependence

@MainActor final class CartModel {
  init() {}
}

enum CartKey: DependencyKey {
  static let liveValue = CartModel()
}
