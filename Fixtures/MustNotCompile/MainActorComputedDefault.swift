// call to main actor-isolated initializer 'init()' in a synchronous nonisolated context
import Dependence

@MainActor final class CartModel {
  init() {}
}

enum CartKey: DependencyKey {
  static var liveValue: CartModel { CartModel() }
}
